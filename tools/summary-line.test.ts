import { expect, it } from 'vitest'
import { summaryLine, type Report } from './summary-line.ts'

function report(passed: number, failed: number, pending = 0, testResults: Report['testResults'] = []): Report {
  return {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: pending,
    numTodoTests: 0,
    testResults,
  }
}

it.each([
  [report(12, 0), 0, '12 passed, 0 failed'],
  [report(11, 1), 1, '11 passed, 1 failed'],
  [report(12, 0, 2), 0, '12 passed, 0 failed, 2 skipped'],
  [report(12, 0, 0, [{ status: 'failed', assertionResults: [] }]), 1, '12 passed, 1 failed'],
  [report(12, 0), 1, '12 passed, 1 failed, an error outside of the tests'],
  [null, 1, '0 passed, 1 failed (the run broke off)'],
])('%# prints one closing line', (given, code, line) => expect(summaryLine(given, code)).toBe(line))
