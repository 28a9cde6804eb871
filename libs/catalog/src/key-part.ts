/** A name as a part of a Redis key: it must neither end the part nor move the hash slot, and no two names share one. JSON first: a lone surrogate cannot be encoded otherwise. */
export const keyPart = (name: string): string => encodeURIComponent(JSON.stringify(name).slice(1, -1));
