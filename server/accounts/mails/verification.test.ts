import { describe, expect, it } from 'vitest'
import { mailName } from './mail-name.ts'
import { verificationMail } from './verification.ts'

const values = {
  name: mailName('<b>山田</b> 太郎'),
  url: 'https://kaiwa.example/accounts/verify?token=t&email=a%40b.example',
}

describe.each(['ja', 'en'] as const)('the verification mail in %s', (locale) => {
  const mail = verificationMail(locale, values)

  it('contains the link once as text; the HTML shows its address also below the button', () => {
    expect(mail.text.split(values.url)).toHaveLength(2)
    expect(mail.text).toContain(`\n${values.url}\n`)
    const shown = values.url.replace('&', '&amp;')
    expect(mail.html).toContain(`href="${shown}"`)
    expect(mail.html).toContain(
      locale === 'ja' ? `ブラウザで開いてください：${shown}</p>` : `in your browser: ${shown}</p>`,
    )
  })

  it('escapes a name in HTML', () => {
    expect(mail.html).not.toContain('<b>')
    expect(mail.html).toContain('&lt;b&gt;山田')
  })

  it('declares its language', () => {
    expect(mail.html).toContain(`<html lang="${locale}">`)
    expect(mail.subject).toMatch(locale === 'ja' ? /確認/ : /confirm/)
  })
})
