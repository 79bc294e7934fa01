// The pages of the stand-in under `/dev/stripe`. Only in local mode and only from this machine, as the outbox of mails.
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import type { App } from '../../platform/app.ts'
import { isFromHere } from '../../platform/http/loopback.ts'
import { Refusal } from '../../platform/refusal.ts'
import { getProvider } from '../provider/client.ts'
import { isTrialProvider } from '../provider/provider-secrets.ts'
import { addCard } from './api.ts'
import { cardByNumber } from './cards.ts'
import { checkoutPage, confirmationPage, portalPage } from './pages.ts'
import { detach, setDefaultMethod } from './payments.ts'
import { completeSession, readSession } from './sessions.ts'
import type { StandIn } from './stand-in.ts'
import { ProviderFailure, type State } from './state.ts'

const params = z.object({ id: z.string().regex(/^\w{1,100}$/) })
const checkoutForm = z.object({ card: z.string().default(''), confirmed: z.enum(['yes', 'no']).optional() })
const portalForm = z.object({ card: z.string().optional(), use: z.string().optional(), remove: z.string().optional() })

function send(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html').send(html)
}

async function readPortal(state: State, id: string) {
  const portal = await state.find(id, 'billing_portal.session')
  const customer = await state.find(String(portal['customer']), 'customer')
  const cards = await state.list('payment_method', { customer: customer.id })
  const settings = customer['invoice_settings'] as { default_payment_method: string | null }
  return { portal, customer, cards, defaultCard: settings.default_payment_method }
}

function registerPages(http: FastifyInstance, app: App): void {
  http.addHook('onRequest', async (request) => {
    if (!isFromHere(request)) throw new Refusal('E_NOT_FOUND')
  })
  const act: StandIn['act'] = async (action) => {
    const { standIn } = await getProvider(app)
    if (!standIn) throw new Refusal('E_NOT_FOUND')
    return standIn.act(action).catch((error: unknown) => {
      throw error instanceof ProviderFailure ? new Refusal('E_NOT_FOUND') : error
    })
  }
  const idOf = (given: unknown): string => params.safeParse(given).data?.id ?? ''

  http.get('/dev/stripe/checkout/:id', async (request, reply) =>
    send(reply, checkoutPage(await act((state) => readSession(state, idOf(request.params))))),
  )

  http.post('/dev/stripe/checkout/:id', async (request, reply) => {
    const id = idOf(request.params)
    const { card, confirmed } = checkoutForm.parse(request.body ?? {})
    const session = await act((state) => readSession(state, id))
    const asks = cardByNumber(card)?.present === 'asks'
    if (asks && confirmed === undefined) return send(reply, confirmationPage(session, card))
    if (asks && confirmed === 'no') return send(reply, checkoutPage(session, 'refused'))
    const outcome = await act((state) => completeSession(state, id, card))
    if (outcome === 'completed')
      return reply.redirect(String(session['success_url']).replace('{CHECKOUT_SESSION_ID}', id), 303)
    return send(
      reply,
      checkoutPage(
        { ...session, ...(outcome === 'ended' ? { status: 'expired' } : {}) },
        outcome === 'ended' ? undefined : outcome,
      ),
    )
  })

  http.get('/dev/stripe/portal/:id', async (request, reply) => {
    const { portal, cards, defaultCard } = await act((state) => readPortal(state, idOf(request.params)))
    return send(reply, portalPage(portal, cards, defaultCard))
  })

  http.post('/dev/stripe/portal/:id', async (request, reply) => {
    const id = idOf(request.params)
    const { card = '', use, remove } = portalForm.parse(request.body ?? {})
    const error = await act(async (state) => {
      const { customer, cards } = await readPortal(state, id)
      const isOwn = (method: string): boolean => cards.some(({ id: own }) => own === method)
      if (use !== undefined) return void (isOwn(use) && (await setDefaultMethod(state, customer.id, use)))
      if (remove !== undefined) return void (isOwn(remove) && (await detach(state, remove)))
      const wanted = cardByNumber(card)
      if (!wanted) return 'incorrect_number'
      if (wanted.present === 'card_declined' || wanted.present === 'insufficient_funds') return wanted.present
      await addCard(state, customer.id, card)
      return undefined
    })
    if (error === undefined) return reply.redirect(`/dev/stripe/portal/${id}`, 303)
    const { portal, cards, defaultCard } = await act((state) => readPortal(state, id))
    return send(reply, portalPage(portal, cards, defaultCard, error))
  })
}

export async function standInPlugin(whole: FastifyInstance, app: App): Promise<void> {
  if (isTrialProvider(app.config)) await whole.register(async (http) => registerPages(http, app))
}
