/** Distinguishes database names from ordinary words. */

const HAN = /\p{Script=Han}/u;

/** Abbreviations without a vowel that are common in speech. */
const SPOKEN = new Set(
  'bbc bbs bpm btw cms crm css csv dvd fps ftp gdp gps html http jpg kpl kwh mbps mph mrs nfc nps pdf php png ppm ppt rmb rpm sms sql tcp ttl vpn xls xml'.split(
    ' ',
  ),
);

/** Abbreviations of data models that contain a vowel but are not words. */
const WRITTEN_ONLY = new Set('acct addr amt cust dept dtl emp geom idx msg nbr ord prcs prod qty usr'.split(' '));

/**
 * Whether a name would not occur in a sentence: underscores, digits among letters, camel case, hyphens, Chinese mixed
 * with Latin, or an abbreviation. Plain words (`status`, `客户`) are not technical.
 */
export function looksTechnical(name: string): boolean {
  if (/[_$#@\\/.]/.test(name) || /\p{L}-\p{L}/u.test(name)) return true;
  if (/\d/.test(name) && /\p{L}/u.test(name)) return true;
  if (/\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(name)) return true;
  if (HAN.test(name)) return /[A-Za-z]/.test(name);
  return WRITTEN_ONLY.has(name) || (/^[b-df-hj-np-tv-xz]{3,}$/.test(name) && !SPOKEN.has(name));
}
