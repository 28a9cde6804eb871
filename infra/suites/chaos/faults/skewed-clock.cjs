// The chaos suite preloads this file into one service (NODE_OPTIONS). It shifts the service's wall clock by
// CLOCK_SKEW_MS. Timers and performance.now() stay correct, as on a machine with a wrong clock. libfaketime does the
// same for any program, but is rarely installed.
const skewMs = Number(process.env.CLOCK_SKEW_MS ?? 0);
const RealDate = Date;

class SkewedDate extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [RealDate.now() + skewMs] : parts));
  }
  static now() {
    return RealDate.now() + skewMs;
  }
}

// The proxy allows `Date()` without `new`, which returns a text. A class alone would throw.
globalThis.Date = new Proxy(SkewedDate, { apply: () => new SkewedDate().toString() });
