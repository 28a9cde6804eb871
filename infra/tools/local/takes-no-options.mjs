/**
 * For a program without options: prints `help` and exits with 0 on `--help`, and exits with 2 on any other argument.
 * @param {string} help
 */
export function takesNoOptions(help) {
  const given = process.argv.slice(2);
  if (given.length === 0) return;
  const wantsHelp = given.every((argument) => argument === '--help' || argument === '-h');
  if (wantsHelp) console.log(help);
  else console.error(`${help}\n\nUnknown argument: ${given.join(' ')}`);
  process.exit(wantsHelp ? 0 : 2);
}
