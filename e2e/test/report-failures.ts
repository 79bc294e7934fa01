// Runs after the hooks of a test file. `startAnewAfterFailure` has reported before it empties the pages.
import { afterEach } from 'vitest'
import { reportPages } from './evidence.ts'

afterEach(reportPages)
