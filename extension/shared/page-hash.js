/** The identity of a page version, worked out as the daemon does: what it read must be what was sent. */

/** @param {Pointline.Block[]} blocks @returns {Promise<string>} SHA-256 over the block texts, joined by line breaks, in hexadecimal */
export async function pageHash(blocks) {
  const text = blocks.filter((block) => block.text).map((block) => block.text).join('\n');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
