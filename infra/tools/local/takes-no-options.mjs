/**
 * For a program that is only started: tells what it does where `--help` is asked for, and refuses every other argument,
 * before it has begun.
 * @param {string} help
 */
export function takesNoOptions(help) {
  const given = process.argv.slice(2);
  if (given.length === 0) return;
  const isAsked = given.every((argument) => argument === '--help' || argument === '-h');
  if (isAsked) console.log(help);
  else console.error(`${help}\n\nIt takes no ${given.join(' ')}.`);
  process.exit(isAsked ? 0 : 2);
}
