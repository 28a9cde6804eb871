/** Words that identifiers abbreviate, with what they are short for; several where only the rest of the model tells. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  acct: 'account', act: 'actual|activity', addr: 'address', adm: 'admission', agmt: 'agreement', amt: 'amount', appl: 'application', appt: 'appointment',
  arr: 'arrival', attr: 'attribute', auth: 'authorization', avail: 'available', avg: 'average', bal: 'balance', bgt: 'budget', bldg: 'building', brth: 'birth',
  cat: 'category', cd: 'code', cert: 'certificate', chg: 'charge|change', chnl: 'channel', cls: 'class', cmpl: 'complaint', cmt: 'comment', cnt: 'count',
  co: 'company', comm: 'commission', cpty: 'capacity', cap: 'capacity', crdt: 'credit', ctry: 'country', cur: 'currency', curr: 'currency|current', ccy: 'currency',
  cust: 'customer', dept: 'department', dep: 'department|departure', desc: 'description', dest: 'destination', dis: 'discharge', disc: 'discount', dist: 'distance|district',
  div: 'division', dlv: 'delivery', dlvr: 'delivery', dob: 'date of birth', doc: 'document', dt: 'date', dtl: 'detail', dur: 'duration', emp: 'employee', exp: 'expiry|expense',
  ext: 'extension', fac: 'facility', fin: 'finance', flg: 'flag', flr: 'floor', fst: 'first', freq: 'frequency', gndr: 'gender', grd: 'grade', grp: 'group', hdr: 'header',
  hr: 'hour', hrs: 'hours', ind: 'indicator', ins: 'insurance', inv: 'invoice', itm: 'item', lang: 'language', len: 'length', lic: 'license',
  lmt: 'limit', ln: 'line', loc: 'location', lst: 'last', lvl: 'level', mbr: 'member', mfr: 'manufacturer', mgmt: 'management', mgr: 'manager', min: 'minimum', mo: 'month', msg: 'message',
  mth: 'method|month', natl: 'national', nbr: 'number', nm: 'name', no: 'number', num: 'number', nr: 'number', ord: 'order', org: 'organization', orig: 'origin|original', own: 'owner',
  pat: 'patient', pay: 'payment', pct: 'percentage', perf: 'performance', ph: 'phone', pkg: 'package', plt: 'plate', pmt: 'payment', pymt: 'payment', pos: 'position', prcl: 'parcel',
  prc: 'price', prd: 'product|period', prod: 'product', proj: 'project', prov: 'province', ptnr: 'partner', pur: 'purchase', qty: 'quantity', qtr: 'quarter', rcpt: 'receipt', rcv: 'received', rcvd: 'received',
  ref: 'reference', reg: 'region|registration', rel: 'release', req: 'request', res: 'reservation', resp: 'response', rgn: 'region', rgst: 'registration', rm: 'room', rsn: 'reason', rtg: 'rating', sal: 'salary', sched: 'schedule|scheduled',
  scr: 'score', sec: 'section', seq: 'sequence', shp: 'shipping', spec: 'specification', src: 'source', st: 'status|state|street', stat: 'status', std: 'standard', stn: 'station', subj: 'subject', supp: 'supplier', svc: 'service',
  tel: 'telephone', temp: 'temperature', tot: 'total', trans: 'transaction', trx: 'transaction', txn: 'transaction', ts: 'timestamp', typ: 'type', tz: 'time zone', upd: 'updated', usr: 'user', val: 'value', veh: 'vehicle', vhcl: 'vehicle', ver: 'version',
  vol: 'volume', wgt: 'weight', wh: 'warehouse', whse: 'warehouse', wk: 'week', wt: 'weight', yr: 'year', ytd: 'year to date',
};

/** More readings than these tell nothing. */
const MOST_READINGS = 4;

/** A name of words with its abbreviations written out: ord dt → order date. Empty where there are none. */
export function expanded(name: string): string[] {
  const words = name.split(' ');
  if (!words.some((word) => Object.hasOwn(ABBREVIATIONS, word))) return [];
  let readings = [''];
  for (const word of words) {
    const meanings = Object.hasOwn(ABBREVIATIONS, word) ? (ABBREVIATIONS[word] ?? word).split('|') : [word];
    readings = readings.flatMap((before) => meanings.map((meaning) => (before === '' ? meaning : `${before} ${meaning}`)));
    if (readings.length > MOST_READINGS) return [];
  }
  return readings;
}
