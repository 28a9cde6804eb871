/** Ends the output with one uncoloured line that any CI can parse: `Tests: N passed, N failed, N skipped`. */
module.exports = class ClosingLineReporter {
  onRunComplete(_contexts, results) {
    const broken = results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    process.stdout.write(
      `\nTests: ${results.numPassedTests} passed, ${results.numFailedTests + broken} failed, ${skipped} skipped\n`,
    );
  }
};
