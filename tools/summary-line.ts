/** The fields of vitest's JSON report that are used. */
export interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/**
 * The last line of a test run. A file that fails before its first test counts as a failure, and so does an error
 * outside of tests.
 */
export function summaryLine(report: Report | null, exitCode: number): string {
  if (!report) return '0 passed, 1 failed (the run broke off)'
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length
  const failed = report.numFailedTests + broken
  const skipped = report.numPendingTests + report.numTodoTests
  const outside = exitCode !== 0 && failed === 0 ? 1 : 0
  const rest = [skipped > 0 && `${skipped} skipped`, outside && 'an error outside of the tests'].filter(Boolean)
  return [`${report.numPassedTests} passed, ${failed + outside} failed`, ...rest].join(', ')
}
