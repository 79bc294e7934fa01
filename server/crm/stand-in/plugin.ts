// The pages of the stand-in under `/dev/hubspot`. Only in local mode and only from this machine, as the outbox of mails.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { App } from '../../platform/app.ts'
import { isFromHere } from '../../platform/http/loopback.ts'
import { Refusal } from '../../platform/refusal.ts'
import { changeDeal } from './change-deal.ts'
import { findDeal, searchDeals } from './store/deals.ts'
import { PortalFailure } from './failure.ts'
import { nameCondition } from './store/filters.ts'
import {
  authorizePage,
  type AuthorizeRequest,
  dealPage,
  dealPath,
  dealsPage,
  noDealPage,
  type Notice,
  wrongRequestPage,
} from './pages.ts'
import type { Portal } from './portal.ts'
import { TRIAL_PORTAL } from './seed/portal.ts'
import { seedPortal } from './seed/seed-portal.ts'
import { findPortal } from './store/objects.ts'
import { localeOf } from './texts.ts'
import { issueCode } from './tokens.ts'
import { isTrialHubspot, TRIAL_APP } from './trial-app.ts'

const CALLBACK_PATH = '/hubspot/callback'
const SHOWN_DEALS = 100

const authorizeQuery = z.object({
  client_id: z.literal(TRIAL_APP),
  redirect_uri: z.url(),
  scope: z.string().min(1).max(1_000),
  state: z.string().max(200).default(''),
})
const dealParams = z.object({ portalId: z.string(), dealId: z.string() })
const changeForm = z.object({ name: z.string().max(200), value: z.string().max(70_000) })
const listQuery = z.object({ query: z.string().max(200).catch('') })

/** The callback has to be a page of this installation, at the address that the browser uses. */
function readAuthorize(request: FastifyRequest, given: unknown): AuthorizeRequest | undefined {
  const { data } = authorizeQuery.safeParse(given)
  if (!data) return undefined
  const url = new URL(data.redirect_uri)
  const isHere = url.protocol === `${request.protocol}:` && url.host === request.host
  if (!isHere || url.pathname !== CALLBACK_PATH) return undefined
  return {
    clientId: data.client_id,
    redirectUri: data.redirect_uri,
    scopes: data.scope.split(/\s+/).filter((scope) => scope !== ''),
    state: data.state,
  }
}

function localeOfRequest(request: FastifyRequest) {
  return localeOf(request.headers['accept-language'])
}

function send(reply: FastifyReply, html: string, status = 200): FastifyReply {
  return reply.status(status).type('text/html').send(html)
}

async function portalNamed(app: App, id: string): Promise<Portal> {
  const portal = await findPortal(app.db, id)
  if (!portal) throw new Refusal('E_NOT_FOUND')
  return portal
}

function registerAuthorize(http: FastifyInstance, app: App): void {
  http.get('/dev/hubspot/oauth/authorize', async (request, reply) => {
    const locale = localeOfRequest(request)
    const given = readAuthorize(request, request.query)
    if (!given) return send(reply, wrongRequestPage(locale), 400)
    return send(reply, authorizePage(locale, await portalNamed(app, TRIAL_PORTAL), given))
  })

  http.post('/dev/hubspot/oauth/authorize', async (request, reply) => {
    const given = readAuthorize(request, request.body)
    if (!given) return send(reply, wrongRequestPage(localeOfRequest(request)), 400)
    const back = new URL(given.redirectUri)
    if ((request.body as { agreed?: string }).agreed === 'yes') {
      const { redirectUri, scopes } = given
      back.searchParams.set(
        'code',
        await issueCode(app.db, { portalId: TRIAL_PORTAL, clientId: TRIAL_APP, redirectUri, scopes }),
      )
    } else {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_description', 'the user denied access')
    }
    if (given.state !== '') back.searchParams.set('state', given.state)
    return reply.redirect(back.href, 303)
  })
}

function registerDeals(http: FastifyInstance, app: App): void {
  http.get('/dev/hubspot', async (request, reply) => {
    const { query } = listQuery.parse(request.query)
    const portal = await portalNamed(app, TRIAL_PORTAL)
    const condition = nameCondition(query)
    const found = await searchDeals(app.db, {
      portalId: portal.id,
      condition,
      isAscending: false,
      after: 0,
      limit: SHOWN_DEALS,
    })
    return send(reply, dealsPage(localeOfRequest(request), portal, { ...found, query }))
  })

  const show = async (request: FastifyRequest, reply: FastifyReply, notice?: Notice): Promise<FastifyReply> => {
    const { portalId, dealId } = dealParams.parse(request.params)
    const portal = await portalNamed(app, portalId)
    const deal = await findDeal(app.db, portal.id, dealId)
    const locale = localeOfRequest(request)
    if (!deal || deal.archived_at !== null) return send(reply, noDealPage(locale), 404)
    return send(reply, dealPage(locale, portal, deal, notice))
  }

  http.get<{ Querystring: { saved?: string } }>(
    '/dev/hubspot/contacts/:portalId/record/0-3/:dealId',
    (request, reply) => show(request, reply, request.query.saved === '1' ? { kind: 'saved' } : undefined),
  )

  http.post('/dev/hubspot/contacts/:portalId/record/0-3/:dealId', async (request, reply) => {
    const { portalId, dealId } = dealParams.parse(request.params)
    const { name, value } = changeForm.parse(request.body)
    try {
      await changeDeal(app.db, await portalNamed(app, portalId), dealId, { [name]: value })
    } catch (error) {
      if (!(error instanceof PortalFailure)) throw error
      return show(request, reply, { kind: 'refused', message: error.message })
    }
    return reply.redirect(`${dealPath(portalId, dealId)}?saved=1`, 303)
  })
}

export async function crmStandInPlugin(whole: FastifyInstance, app: App): Promise<void> {
  if (!isTrialHubspot(app.config)) return
  await whole.register(async (http) => {
    http.addHook('onRequest', async (request) => {
      if (!isFromHere(request)) throw new Refusal('E_NOT_FOUND')
      await seedPortal(app.db)
    })
    registerAuthorize(http, app)
    registerDeals(http, app)
  })
}
