/** A daemon that is starting takes the connection and answers when its model is loaded: that is said, and is not an error. */

/** Milliseconds after which a person wonders. */
const LONG = 1200;

/**
 * Wait for something, and tell when it takes long.
 * @template T
 * @param {Promise<T>} promise @param {() => void} long
 * @returns {Promise<T>}
 */
export async function patiently(promise, long) {
  const timer = setTimeout(long, LONG);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
