/** Read a stream of server-sent events as it comes. */

/** @typedef {{name: string, data: any}} ServerEvent */

/**
 * Events of a response, in order. Ends where the stream ends.
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<ServerEvent>}
 */
export async function* serverEvents(body) {
  const reader = body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const records = (rest + value).split(/\r?\n\r?\n/);
      rest = records.pop() ?? '';
      for (const record of records) {
        const event = readRecord(record);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** @param {string} record @returns {ServerEvent | null} null for a comment */
export function readRecord(record) {
  let name = 'message';
  /** @type {string[]} */
  const data = [];
  for (const line of record.split(/\r?\n/)) {
    const [, field, value] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    if (field === 'event') name = value ?? '';
    else if (field === 'data') data.push(value ?? '');
  }
  return data.length ? { name, data: JSON.parse(data.join('\n')) } : null;
}
