// HTML of the stand-in's pages: the checkout, the confirmation with the bank, the customer portal. No scripts.
import { formatYen } from '@kaiwa/contract/format-yen.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { TEST_CARDS } from './cards.ts'
import type { ProviderObject } from './state.ts'
import { cardLabel, type PageError, type PageLocale, pageTexts } from './texts.ts'

function page(locale: PageLocale, title: string, body: string): string {
  const texts = pageTexts[locale]
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.7 system-ui, sans-serif; max-width: 32rem; margin: 2rem auto; padding: 0 1rem }
  [role=note] { border: 2px dashed; border-radius: 6px; padding: .5rem 1rem }
  [role=alert] { border-left: 4px solid #c33; padding-left: 1rem }
  fieldset { border: 1px solid; border-radius: 6px; margin: 1rem 0 }
  label { display: block; padding: .35rem 0 }
  button, a { font: inherit; display: inline-block; min-height: 2.75rem; padding: .4rem 1rem; box-sizing: border-box }
  li { margin: .5rem 0 } form { display: inline }
</style></head>
<body><main><p role="note">${escapeHtml(texts.trial)}</p><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`
}

function alert(locale: PageLocale, error: PageError | undefined): string {
  return error === undefined ? '' : `<p role="alert">${escapeHtml(pageTexts[locale].errors[error])}</p>`
}

function cardField(locale: PageLocale): string {
  const options = TEST_CARDS.map((card, index) => {
    const number = card.number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
    const checked = index === 0 ? ' checked' : ''
    return `<label><input type="radio" name="card" value="${card.number}"${checked}> ${number} ${escapeHtml(cardLabel(locale, card))}</label>`
  })
  return `<fieldset><legend>${escapeHtml(pageTexts[locale].chooseCard)}</legend>${options.join('')}</fieldset>`
}

export function localeOfObject(object: ProviderObject): PageLocale {
  return object['locale'] === 'en' ? 'en' : 'ja'
}

export function checkoutPage(session: ProviderObject, error?: PageError): string {
  const locale = localeOfObject(session)
  const texts = pageTexts[locale]
  const isPayment = session['mode'] === 'payment'
  const back = `<a href="${escapeHtml(String(session['cancel_url']))}">${escapeHtml(texts.back)}</a>`
  if (session['status'] !== 'open') return page(locale, texts.payment, `<p>${escapeHtml(texts.ended)}</p>${back}`)
  const { name } = session['trial'] as { name: string | null }
  const amount = formatYen(Number(session['amount_total']), locale)
  const head = isPayment ? `<p>${escapeHtml(name ?? '')}</p><p>${escapeHtml(texts.amount(amount))}</p>` : ''
  return page(
    locale,
    isPayment ? texts.payment : texts.setup,
    `${alert(locale, error)}${head}<form method="post" action="/dev/stripe/checkout/${session.id}">${cardField(locale)}
     <button>${escapeHtml(isPayment ? texts.pay : texts.register)}</button></form> ${back}`,
  )
}

export function confirmationPage(session: ProviderObject, card: string): string {
  const locale = localeOfObject(session)
  const texts = pageTexts[locale]
  return page(
    locale,
    texts.confirmTitle,
    `<p>${escapeHtml(texts.confirmText)}</p><form method="post" action="/dev/stripe/checkout/${session.id}">
     <input type="hidden" name="card" value="${escapeHtml(card)}">
     <button name="confirmed" value="yes">${escapeHtml(texts.confirm)}</button>
     <button name="confirmed" value="no">${escapeHtml(texts.refuse)}</button></form>`,
  )
}

export function portalPage(
  portal: ProviderObject,
  cards: readonly ProviderObject[],
  defaultCard: unknown,
  error?: PageError,
): string {
  const locale = localeOfObject(portal)
  const texts = pageTexts[locale]
  const action = `/dev/stripe/portal/${portal.id}`
  const rows = cards.map((method) => {
    const { brand, last4 } = method['card'] as { brand: string; last4: string }
    const isDefault = method.id === defaultCard
    const use = `<button name="use" value="${method.id}">${escapeHtml(texts.useCard)}</button>`
    return `<li>${escapeHtml(brand)} ****${escapeHtml(last4)}${isDefault ? escapeHtml(texts.isDefault) : ''}
      <form method="post" action="${action}">${isDefault ? '' : use}
      <button name="remove" value="${method.id}">${escapeHtml(texts.removeCard)}</button></form></li>`
  })
  const list = rows.length > 0 ? `<ul>${rows.join('')}</ul>` : `<p>${escapeHtml(texts.noCards)}</p>`
  return page(
    locale,
    texts.portal,
    `${alert(locale, error)}<h2>${escapeHtml(texts.cards)}</h2>${list}
     <form method="post" action="${action}">${cardField(locale)}<button>${escapeHtml(texts.addCard)}</button></form>
     <a href="${escapeHtml(String(portal['return_url']))}">${escapeHtml(texts.leave)}</a>`,
  )
}
