import { expect, it } from 'vitest'
import { toApiError } from './api-error.ts'
import { mailLimitOf } from './mail-limit.ts'

const error = 'E_TOO_MANY_REQUESTS'
it.each([
  ['the limit of inviter or workspace', { error, reason: 'invitation-mails' }, { text: 'tooManyMails', emails: [] }],
  [
    'the limit of addresses',
    { error, reason: 'invitation-mails-to-address', emails: ['a@b.example'] },
    { text: 'tooManyMailsTo', emails: ['a@b.example'] },
  ],
  ['the hourly limit of calls', { error }, null],
  ['another refusal', { error: 'E_FORBIDDEN', reason: 'role' }, null],
])('recognises the daily limit of invitation mails: %s', (_case, body, expected) =>
  expect(mailLimitOf(toApiError(429, body))).toEqual(expected),
)

it('is null without a response of the server', () => expect(mailLimitOf(new TypeError('x'))).toBeNull())
