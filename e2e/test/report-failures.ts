// Runs after the hooks of a test file. `resetAfterFailure` has reported before it empties the pages.
import { afterEach } from 'vitest'
import { reportPages } from './describe-failure.ts'

afterEach(reportPages)
