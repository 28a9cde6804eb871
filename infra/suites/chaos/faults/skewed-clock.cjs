// Preloaded into one service (NODE_OPTIONS) by the chaos suite: its wall clock goes CLOCK_SKEW_MS ahead of (or behind)
// everybody's. Timers and performance.now() are left alone, as with a machine whose clock was set wrong. libfaketime
// would do the same to any program, and is nowhere installed.
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

// `Date()` without `new` gives a text: a class alone would throw.
globalThis.Date = new Proxy(SkewedDate, { apply: () => new SkewedDate().toString() });
