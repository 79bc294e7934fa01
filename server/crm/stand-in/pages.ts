// HTML of the stand-in's pages: agreement, deals, one deal. No scripts. Each page says in both languages what it is.
import { escapeHtml } from '../../platform/escape-html.ts'
import type { DealRow } from './store/deals.ts'
import type { Portal, Property } from './portal.ts'
import { type PageLocale, pageTexts } from './texts.ts'

function page(locale: PageLocale, title: string, body: string): string {
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.7 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
  [role=note] { border: 2px dashed; border-radius: 6px; padding: .5rem 1rem }
  [role=note] p { margin: 0 }
  [role=alert] { border-left: 4px solid #c33; padding-left: 1rem }
  [role=status] { border-left: 4px solid #393; padding-left: 1rem }
  button, input, select, a.action { font: inherit; min-height: 2.75rem; padding: .4rem 1rem; box-sizing: border-box; max-width: 100% }
  label { display: block; margin: .5rem 0 }
  dt { font-weight: 600; margin-top: .5rem } dd { margin: 0 0 0 1rem; white-space: pre-wrap }
  ul { padding-left: 1.2rem } li { margin: .5rem 0 } small { opacity: .8 }
</style></head>
<body><main><div role="note"><p lang="ja">${escapeHtml(pageTexts.ja.trial)}</p><p lang="en">${escapeHtml(pageTexts.en.trial)}</p></div>
<h1>${escapeHtml(title)}</h1>${body}</main></body></html>`
}

export interface AuthorizeRequest {
  clientId: string
  redirectUri: string
  scopes: string[]
  state: string
}

export function wrongRequestPage(locale: PageLocale): string {
  const texts = pageTexts[locale]
  return page(locale, texts.authorizeTitle, `<p role="alert">${escapeHtml(texts.wrongRequest)}</p>`)
}

export function authorizePage(locale: PageLocale, portal: Portal, request: AuthorizeRequest): string {
  const texts = pageTexts[locale]
  const scopes = request.scopes.map(
    (scope) => `<li>${escapeHtml(texts.scope[scope] ?? scope)} <small><code>${escapeHtml(scope)}</code></small></li>`,
  )
  const fields = {
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    scope: request.scopes.join(' '),
    state: request.state,
  }
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  return page(
    locale,
    texts.authorizeTitle,
    `<p>${escapeHtml(texts.authorizeText(portal.name))}</p><h2>${escapeHtml(texts.scopes)}</h2><ul>${scopes.join('')}</ul>
     <form method="post" action="/dev/hubspot/oauth/authorize">${hidden.join('')}
     <button name="agreed" value="yes">${escapeHtml(texts.agree)}</button>
     <button name="agreed" value="no">${escapeHtml(texts.refuse)}</button></form>`,
  )
}

function shownTime(locale: PageLocale, portal: Portal, at: Date): string {
  return at.toLocaleString(locale, { timeZone: portal.timeZone, dateStyle: 'medium', timeStyle: 'short' })
}

function optionsOf(portal: Portal, property: Property): { label: string; value: string }[] {
  if (property.name === 'pipeline') return portal.pipelines.map(({ id, label }) => ({ label, value: id }))
  if (property.name === 'dealstage')
    return portal.pipelines.flatMap(({ stages }) => stages.map(({ id, label }) => ({ label, value: id })))
  return property.options
}

function shownValue(locale: PageLocale, portal: Portal, property: Property, value: string): string {
  if (property.type === 'enumeration' || property.type === 'bool') {
    const options = optionsOf(portal, property)
    const values = property.fieldType === 'checkbox' ? value.split(';') : [value]
    return values
      .map((one) => options.find((option) => option.value === one)?.label ?? one)
      .join(locale === 'ja' ? '、' : ', ')
  }
  if (property.type === 'datetime') return shownTime(locale, portal, new Date(value))
  if (property.type === 'number') {
    const number = Number(value)
    return property.showCurrencySymbol === true
      ? new Intl.NumberFormat(locale, { style: 'currency', currency: portal.currency }).format(number)
      : number.toLocaleString(locale)
  }
  return value
}

function propertyNamed(portal: Portal, name: string): Property | undefined {
  return portal.properties.find((property) => property.name === name)
}

function shownProperty(locale: PageLocale, portal: Portal, deal: DealRow, name: string): string {
  const property = propertyNamed(portal, name)
  const value = deal.properties[name]
  return property && value !== undefined ? shownValue(locale, portal, property, value) : pageTexts[locale].empty
}

export function dealPath(portalId: string, dealId: string): string {
  return `/dev/hubspot/contacts/${encodeURIComponent(portalId)}/record/0-3/${encodeURIComponent(dealId)}`
}

export function dealsPage(
  locale: PageLocale,
  portal: Portal,
  { deals, total, query }: { deals: readonly DealRow[]; total: number; query: string },
): string {
  const texts = pageTexts[locale]
  const items = deals.map((deal) => {
    const [stage, amount] = ['dealstage', 'amount'].map((name) => shownProperty(locale, portal, deal, name))
    return `<li><a href="${dealPath(portal.id, deal.id)}">${escapeHtml(deal.properties['dealname'] ?? deal.id)}</a><br>
      <small>${escapeHtml(`${texts.stage}: ${stage} · ${texts.amount}: ${amount} · ${texts.updated}: ${shownTime(locale, portal, deal.modified_at)}`)}</small></li>`
  })
  return page(
    locale,
    texts.dealsTitle,
    `<form method="get" role="search"><label>${escapeHtml(texts.search)} <input name="query" value="${escapeHtml(query)}"></label>
     <button>${escapeHtml(texts.searchButton)}</button></form>
     ${items.length === 0 ? `<p>${escapeHtml(texts.noDeals)}</p>` : `<p>${items.length} / ${total}</p><ul>${items.join('')}</ul>`}`,
  )
}

export function noDealPage(locale: PageLocale): string {
  const texts = pageTexts[locale]
  return page(
    locale,
    texts.dealsTitle,
    `<p role="alert">${escapeHtml(texts.noDeal)}</p><p><a href="/dev/hubspot">${escapeHtml(texts.allDeals)}</a></p>`,
  )
}

export type Notice = { kind: 'saved' } | { kind: 'refused'; message: string }

function noticeHtml(locale: PageLocale, notice: Notice | undefined): string {
  const texts = pageTexts[locale]
  if (!notice) return ''
  return notice.kind === 'saved'
    ? `<p role="status">${escapeHtml(texts.saved)}</p>`
    : `<p role="alert">${escapeHtml(texts.refused(notice.message))}</p>`
}

/** The values of a deal by group, and a form that changes one of them, as a colleague would at HubSpot. */
export function dealPage(locale: PageLocale, portal: Portal, deal: DealRow, notice?: Notice): string {
  const texts = pageTexts[locale]
  const writable = portal.properties.filter(
    ({ hidden, modificationMetadata }) => !hidden && !modificationMetadata.readOnlyValue,
  )
  const groups = portal.groups.map((group) => {
    const rows = writable
      .filter(({ groupName }) => groupName === group.name)
      .map(
        ({ name, label }) =>
          `<dt>${escapeHtml(label)} <small><code>${escapeHtml(name)}</code></small></dt><dd data-property="${escapeHtml(name)}">${escapeHtml(shownProperty(locale, portal, deal, name))}</dd>`,
      )
    return rows.length === 0 ? '' : `<section><h2>${escapeHtml(group.label)}</h2><dl>${rows.join('')}</dl></section>`
  })
  const choices = writable.map(({ name, label }) => `<option value="${escapeHtml(name)}">${escapeHtml(label)}</option>`)
  return page(
    locale,
    deal.properties['dealname'] ?? deal.id,
    `${noticeHtml(locale, notice)}<p><small>${escapeHtml(`${texts.updated}: ${shownTime(locale, portal, deal.modified_at)}`)}</small></p>
     ${groups.join('')}<h2>${escapeHtml(texts.changeTitle)}</h2>
     <form method="post" action="${dealPath(portal.id, deal.id)}">
     <label>${escapeHtml(texts.property)} <select name="name">${choices.join('')}</select></label>
     <label>${escapeHtml(texts.value)} <input name="value"></label><button>${escapeHtml(texts.save)}</button></form>
     <p><a href="/dev/hubspot">${escapeHtml(texts.allDeals)}</a></p>`,
  )
}
