/**
 * The extension's own connection code, run by Node: `node connection_client.mjs '{"do": "pair" | "greet" | "keep", …}'` prints one line of
 * JSON. Node sends no Origin; here it is added, as the browser does with every POST of an extension.
 */

const given = JSON.parse(process.argv[2]);
const plain = globalThis.fetch;
globalThis.fetch = (url, init = {}) => plain(url, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), Origin: given.origin } });
globalThis.chrome = {
  permissions: { contains: async () => true },
  i18n: { getMessage: (name, values) => [name, ...(values ?? [])].join(' '), getUILanguage: () => 'en' },
};

const shared = new URL('../../extension/shared/', import.meta.url);
const { Daemon } = await import(new URL('daemon.js', shared));
const { pair } = await import(new URL('pairing.js', shared));

const PAGE = { url: 'https://example.org/', title: 'T', lang: 'en', blocks: [{ text: 'SECRET PAGE TEXT', kind: 'paragraph' }], not_read: {} };

async function run() {
  if (given.do === 'pair') return pair(given.url, given.code, { origin: given.origin, label: given.label ?? 'Test 1' });
  const daemon = new Daemon(given.connection);
  await daemon.greet();
  if (given.do === 'greet') return { greeted: true };
  return daemon.keepPage(PAGE, new AbortController().signal);
}

try {
  console.log(JSON.stringify({ ok: await run() }));
} catch (error) {
  console.log(JSON.stringify({ problem: { code: error.code ?? '', title: error.title ?? String(error), action: error.action ?? '' } }));
}
