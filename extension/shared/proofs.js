/**
 * Proving to know a token or a code without sending it, as the daemon does it (daemon/pointline/access/proofs.py and pake.py): HMAC-SHA-256
 * over framed parts, each after its length in four bytes; and the arithmetic of CPace in the 3072-bit group of RFC 3526.
 */

/** @param {Uint8Array<ArrayBuffer>} key @param {...(Uint8Array | string)} parts @returns {Promise<Uint8Array<ArrayBuffer>>} 32 bytes */
export async function mac(key, ...parts) {
  /** @type {number[]} */
  const framed = [];
  for (const part of parts) {
    const data = typeof part === 'string' ? new TextEncoder().encode(part) : part;
    framed.push(data.length >>> 24, (data.length >>> 16) & 255, (data.length >>> 8) & 255, data.length & 255, ...data);
  }
  const held = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', held, new Uint8Array(framed)));
}

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** 32 random bytes in hexadecimal. */
export function newNonce() {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

/** Whether two proofs are the same, in a time that does not tell where they differ. @param {string} one @param {unknown} other */
export function same(one, other) {
  if (typeof other !== 'string' || one.length !== other.length) return false;
  let differ = 0;
  for (let index = 0; index < one.length; index += 1) differ |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return differ === 0;
}

/**
 * What a daemon that knows the token answers to a hello.
 * @param {string} token @param {string} host with the port @param {string} id of the pairing @param {string} ours @param {string} theirs
 */
export async function helloProof(token, host, id, ours, theirs) {
  const key = await mac(new TextEncoder().encode(token), 'pointline hello key');
  return hex(await mac(key, 'pointline hello', host, id, ours, theirs));
}

const PRIME = BigInt(
  '0xFFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B' +
  '302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE6' +
  '49286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB9ED529077096966D' +
  '670C354E4ABC9804F1746C08CA18217C32905E462E36CE3BE39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF695581718' +
  '3995497CEA956AE515D2261898FA051015728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7D' +
  'B3970F85A6E1E4C7ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C' +
  'BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF',
);
const DIGITS = 768;
const BLOCKS = 13;

/** @param {bigint} base @param {bigint} exponent */
function power(base, exponent) {
  let result = 1n;
  let square = base % PRIME;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % PRIME;
    square = (square * square) % PRIME;
  }
  return result;
}

/** @param {bigint} element */
function digits(element) {
  return element.toString(16).padStart(DIGITS, '0');
}

/** @param {string} text hexadecimal */
function bytes(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * The extension's side of the key exchange: its share, and the key that both sides come to if they know the same code.
 * @param {{code: string, host: string, origin: string, nonces: [string, string], theirs: unknown}} exchange `nonces`: ours, the daemon's;
 *   `theirs`: the daemon's share
 * @returns {Promise<{share: string, key: Uint8Array<ArrayBuffer>} | null>} null when the daemon's share may not be used
 */
export async function agree({ code, host, origin, nonces, theirs }) {
  if (typeof theirs !== 'string' || !/^[0-9a-f]{768}$/.test(theirs)) return null;
  const element = BigInt(`0x${theirs}`);
  if (element <= 1n || element >= PRIME - 1n) return null;
  const seed = await mac(new TextEncoder().encode('pointline pair generator'), code, host, origin, ...nonces);
  let wide = '';
  for (let number = 0; number < BLOCKS; number += 1) wide += hex(await mac(seed, new Uint8Array([number])));
  const generator = power(BigInt(`0x${wide}`), 2n);
  const exponent = BigInt(`0x${newNonce()}`) | (1n << 255n);
  const share = digits(power(generator, exponent));
  const common = bytes(digits(power(element, 2n * exponent)));
  return { share, key: await mac(common, 'pointline pair key', host, origin, ...nonces, share, theirs) };
}
