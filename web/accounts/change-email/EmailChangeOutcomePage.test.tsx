import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { render } from '../../test/render.tsx'
import EmailChangeOutcomePage from './EmailChangeOutcomePage.tsx'

function show(path: string, locale: 'ja' | 'en', state?: unknown) {
  return render(
    <Routes>
      <Route path="/change-email/:matter/:outcome" element={<EmailChangeOutcomePage />} />
    </Routes>,
    { locale, path, state, texts: ['common', 'changeEmail'] },
  )
}

it.each([
  ['ACC-22 ACC-24', 'verify/success', 'The email address change is complete!', 'メールアドレスの変更が完了しました。'],
  [
    'ACC-22 ACC-25',
    'verify/failed',
    'Sorry, we could not verify your new email address. Please try again.',
    '新しいメールアドレスを確認できませんでした。もう一度お試しください。',
  ],
  [
    'ACC-23',
    'resend/success',
    'We have resent the confirmation email. Open the link in it to complete the change.',
    '確認メールを再送しました。メールのリンクを開くと、変更が完了します。',
  ],
  [
    'ACC-23 ACC-26',
    'resend/failed',
    'Failed to resend the email change confirmation link.',
    'メールアドレス変更の確認メールを再送できませんでした。',
  ],
])('%s /change-email/%s says: %s', async (_, page, english, japanese) => {
  expect(await show(`/change-email/${page}`, 'en')).toContain(english)
  expect(await show(`/change-email/${page}`, 'ja')).toContain(japanese)
})

it('ACC-23 a failed link can be sent again, except when the address is taken', async () => {
  const again = '/change-email/resend?token=t&amp;email=a%40kaiwa.example'
  const state = { link: 'token=t&email=a%40kaiwa.example' }
  expect(await show('/change-email/verify/failed', 'en', state)).toContain(again)
  const taken = await show('/change-email/verify/failed', 'en', { isTaken: true })
  expect(taken).toContain('This new email address is already registered')
  expect(taken).not.toContain('/change-email/resend')
})

it.each(['/change-email/verify/other', '/change-email/other/success'])('%s is not found', async (path) => {
  expect(await show(path, 'en')).toContain('Page not found')
})
