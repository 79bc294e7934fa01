// The stand-in for Stripe. It answers the requests of the official client: form encoding, bearer key, idempotency keys,
// errors in Stripe's form. Nothing is charged. It is used in local mode and in tests.
import { randomUUID } from 'node:crypto'
import type { Db } from '../../platform/database/database.ts'
import { calls } from './api.ts'
import { decodeForm } from './form.ts'
import { type PlainAnswer, withKey } from './idempotency.ts'
import { ProviderFailure, type Notify, State } from './state.ts'
import { lockTrialProvider } from './store.ts'

export interface StandIn {
  handle: (request: Request) => Promise<Response>
  /** Runs what happens outside of the API: the customer's pages, a bank's dispute. */
  act: <T>(action: (state: State) => Promise<T>) => Promise<T>
}

export interface StandInOptions {
  db: Db
  secretKey: string
  /** Delivers an event; called in the transaction of the change. */
  notify: Notify
  /** The clock of the provider; tests set it. */
  now?: () => Date
}

function failureAnswer({ status, error }: ProviderFailure): PlainAnswer {
  return { status, body: { error } }
}

/** Stripe does not show what only the stand-in needs. */
function shown(body: object): Record<string, unknown> {
  const { trial: _trial, ...rest } = body as Record<string, unknown>
  return rest
}

async function answerCall(state: State, method: string, path: string, text: string): Promise<PlainAnswer> {
  const found = calls.find(([verb, pattern]) => verb === method && pattern.test(path))
  if (!found)
    throw new ProviderFailure(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}).`,
    })
  const id = found[1].exec(path)?.[1] ?? ''
  const answer = await found[2](state, id, decodeForm(text))
  if ('failure' in answer) return failureAnswer(answer['failure'] as ProviderFailure)
  if ('data' in answer && Array.isArray(answer.data))
    return { status: 200, body: { ...answer, data: answer.data.map((object: object) => shown(object)) } }
  return { status: 200, body: shown(answer) }
}

export function openStandIn({ db, secretKey, notify, now = () => new Date() }: StandInOptions): StandIn {
  const act: StandIn['act'] = (action) =>
    db.transaction().execute(async (trx) => {
      await lockTrialProvider(trx)
      return action(new State(trx, now(), notify))
    })

  const answer = (request: Request, text: string) =>
    db.transaction().execute(async (trx) => {
      await lockTrialProvider(trx)
      const at = now()
      const { pathname, search } = new URL(request.url)
      const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null
      const isGet = request.method === 'GET'
      return withKey(trx, at, { key, request: `${pathname}\n${text}` }, () =>
        answerCall(new State(trx, at, notify), request.method, pathname, isGet ? search.slice(1) : text),
      )
    })

  return {
    act,
    handle: async (request) => {
      const text = await request.text()
      let given: PlainAnswer & { isReplayed?: boolean }
      try {
        if (request.headers.get('authorization') !== `Bearer ${secretKey}`)
          throw new ProviderFailure(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
        given = await answer(request, text)
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error
        given = failureAnswer(error)
      }
      return Response.json(given.body, {
        status: given.status,
        headers: {
          'request-id': `req_${randomUUID()}`,
          ...(given.isReplayed ? { 'idempotent-replayed': 'true' } : {}),
        },
      })
    },
  }
}
