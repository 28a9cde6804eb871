import { gunzipSync, inflateRawSync } from 'node:zlib';

/** A part of a run that is compressed: see `COMPRESSED` in libs/saga/src/runs/run-codec.ts. */
const COMPRESSED_PART = /^z(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A value of Redis as text. What the product compresses is unpacked, so that a search finds the names in it. */
export function plainValue(stored: Buffer): string {
  const text = stored.toString('utf8');
  try {
    // The magic bytes of gzip.
    if (stored[0] === 0x1f && stored[1] === 0x8b) return gunzipSync(stored).toString('utf8');
    return COMPRESSED_PART.test(text) ? inflateRawSync(Buffer.from(text.slice(1), 'base64')).toString('utf8') : text;
  } catch {
    return text;
  }
}
