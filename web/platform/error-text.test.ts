// Every error text that the app shell or the account pages can show, in both languages.
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { TEXTS } from '../texts.ts'
import { toApiError } from './api-error.ts'
import { errorText } from './error-text.ts'
import { changeTexts, startI18n } from './i18n.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'ja' } })
  vi.stubGlobal('localStorage', { getItem: () => null })
  await startI18n(TEXTS, 'ja')
})

/** The text for a response body with this `error` code, for any status. */
async function textOf(locale: 'ja' | 'en', code: string, on?: 'move'): Promise<string> {
  await changeTexts(locale)
  return errorText(toApiError(422, { error: code }), on ? { on } : {})
}

const EXPIRED = [
  'ログインの有効期限が切れました。もう一度ログインしてください。',
  'The authentication session has expired. Please log in again.',
]
const MOVED_TOO_DEEP = [
  'このフォルダを移動できませんでした。フォルダの階層は5階層までです。',
  'Could not move this project. The maximum folder level is 5.',
]

describe('text of a refusal', () => {
  it.each([
    ['ERR-01', 'E_NO_ACCESS_TOKEN', ...EXPIRED],
    ['ERR-01', 'E_INVALID_ACCESS_TOKEN', ...EXPIRED],
    ['ERR-01', 'NO_ACCESS_TOKEN', ...EXPIRED],
    ['ERR-01', 'INVALID_ACCESS_TOKEN', ...EXPIRED],
    ['ERR-02', 'E_USER_DISABLED', 'アカウントが無効になっています。', 'Your account has been disabled.'],
    ['ERR-03', 'E_EMAIL_NOT_VERIFIED', 'メールアドレスの確認が完了していません。', 'Email not verified.'],
    [
      'ERR-04',
      'E_NOT_FOUND',
      '対象が見つかりません。削除されたか、閲覧する権限がありません。',
      'Not found. It may have been deleted, or you may not have access to it.',
    ],
    ['ERR-05', 'E_UNPROCESSABLE_ENTITY', '入力内容を確認してください。', 'Please check your input.'],
    [
      'ERR-06',
      'AUTH_INVALID_CREDENTIALS',
      'メールアドレスまたはパスワードが正しくありません。',
      'The email address or password is incorrect.',
    ],
    [
      'ERR-07',
      'AUTH_NOT_ALLOWED_REGISTER',
      'このメールアドレスでは登録できません。',
      'You are not allowed to register.',
    ],
    ['ERR-08', 'AUTH_EMAIL_NOT_FOUND', 'このメールアドレスは登録されていません。', 'The email address does not exist.'],
    [
      'ERR-09',
      'AUTH_RESET_PASSWORD_REQUEST_THROTTLED',
      '試行回数が多すぎます。数分後にもう一度お試しください。',
      'There are too many attempts. Try after few minutes.',
    ],
    [
      'ERR-10',
      'AUTH_RESET_PASSWORD_INVALID_TOKEN',
      'リンクが無効か、有効期限が切れています。もう一度お試しください。',
      'Invalid or expired token. Please try again.',
    ],
    [
      'ERR-11',
      'PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE',
      'プランに加入していないため、作成できませんでした。',
      "Could not create a project. You're not subscribing to any plan.",
    ],
    [
      'ERR-13',
      'ITEM_MAX_FOLDER_LEVEL',
      'フォルダの階層は5階層までです。これ以上作成できません。',
      'The folder hierarchy is limited to 5 levels. Cannot create any more.',
    ],
    [
      'ERR-14',
      'PROJECT_MAX_NUMBER_OF_FILE_EXCEEDED',
      'ファイル数の上限を超えました。',
      'Maximum number of files exceeded.',
    ],
    ['ERR-15', 'PROJECT_MAX_FILE_SIZE_EXCEEDED', 'ファイルサイズの上限を超えました。', 'Maximum file size exceeded.'],
    ['ERR-16', 'PROJECT_MAX_STORAGE_EXCEEDED', 'ストレージ容量の上限を超えました。', 'Maximum storage exceeded.'],
    ['ERR-17', 'PROJECT_MAX_MINUTES_EXCEEDED', '解析時間の上限を超えました。', 'Maximum duration exceeded.'],
    ['API-03', 'E_SOMETHING_NEW', '失敗しました', 'Failed'],
  ])('%s %s', async (_, code, ja, en) => {
    expect([await textOf('ja', code), await textOf('en', code)]).toEqual([ja, en])
  })

  it.each([['ERR-12', 'ITEM_MAX_FOLDER_LEVEL', ...MOVED_TOO_DEEP]])('%s %s, for a move', async (_, code, ja, en) => {
    expect([await textOf('ja', code, 'move'), await textOf('en', code, 'move')]).toEqual([ja, en])
  })

  it.each(['E_TOO_MANY_REQUESTS', 'E_UNAVAILABLE'])(
    '%s of a full queue says to try again in a few seconds',
    async (code) => {
      const texts = ['ja', 'en'] as const
      const shown = []
      for (const locale of texts) {
        await changeTexts(locale)
        shown.push(errorText(toApiError(429, { error: code, reason: 'busy' })))
      }
      expect(shown).toEqual([
        'ただいま混み合っています。数秒後にもう一度お試しください。',
        'The server is busy. Please try again in a few seconds.',
      ])
      expect(await textOf('en', code)).not.toContain('seconds')
    },
  )

  it.each([
    [
      'text-length',
      '文字起こし全体の文字数が上限（1,000,000文字）を超えます。',
      'This would make the transcript longer than 1,000,000 characters.',
    ],
    [
      'report-time',
      '集計に時間がかかりすぎるため中止しました。フォルダや絞り込みの条件で範囲を狭めてください。',
      'The report takes too long. Choose fewer folders, or set filters.',
    ],
  ])('E_UNPROCESSABLE_ENTITY with the reason %s names it', async (reason, ja, en) => {
    const shown = []
    for (const locale of ['ja', 'en'] as const) {
      await changeTexts(locale)
      shown.push(errorText(toApiError(422, { error: 'E_UNPROCESSABLE_ENTITY', reason })))
    }
    expect(shown).toEqual([ja, en])
  })

  it('uses the general text when moving has no specific one', async () => {
    expect(await textOf('en', 'E_NOT_FOUND', 'move')).toBe(await textOf('en', 'E_NOT_FOUND'))
  })
})

it.each([
  ['ja', '失敗しました', 'サーバーに接続できません。通信状況を確認してください。'],
  ['en', 'Failed', 'The server cannot be reached. Please check your connection.'],
] as const)('UI-28 in %s, other errors read %s, and a missing response says so', async (locale, failed, offline) => {
  await changeTexts(locale)
  expect([errorText(new TypeError('x')), errorText(toApiError(0, { error: 'OFFLINE' }))]).toEqual([failed, offline])
})
