// An OpenID Connect provider over real HTTP: discovery, keys, authorization with PKCE, token, userinfo and token
// information. It validates like a real one, and can be configured to misbehave.
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ProviderAccount {
  sub: string
  email?: string
  email_verified?: boolean | string
  name?: string
  given_name?: string
  family_name?: string
  locale?: string
}

type Claims = Record<string, unknown>

export interface OpenidProvider {
  issuer: string
  /** Environment of a program that uses this provider. */
  env: Record<string, string>
  /** Account signed in at the provider; null: the user cancels. */
  account: ProviderAccount | null
  /** Changes the claims of the next id tokens before they are signed. */
  twist: (claims: Claims) => Claims
  /** Signs with a key that the provider does not publish. */
  forges: boolean
  /** Answers every request with 503. */
  isDown: boolean
  /** Redirects all requests except discovery and authorization to another address, which would answer them. */
  isMoved: boolean
  /** Leaves the email address out of the id token. */
  isTerse: boolean
  /** Endpoint that reports the client of an access token. */
  tokenCheck: 'introspection' | 'tokeninfo'
  /** An access token for a client, such as another site has. */
  tokenFor: (client: string) => string
  /** Received calls: `POST /token`. */
  calls: string[]
  stop: () => Promise<void>
}

const CLIENT = 'kaiwa-tests'
const SECRET = 'a client secret of the tests'

function keys() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

const published = keys()
const foreign = keys()

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function signed(claims: Claims, isForged: boolean): string {
  const head = `${encode({ alg: 'RS256', kid: 'one', typ: 'JWT' })}.${encode(claims)}`
  const { privateKey } = isForged ? foreign : published
  return `${head}.${sign('sha256', Buffer.from(head), privateKey).toString('base64url')}`
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return new URLSearchParams(text)
}

interface Grant {
  account: ProviderAccount
  nonce: string
  challenge: string
  redirect: string
}
interface Token {
  account: ProviderAccount
  client: string
}

export async function openProvider(): Promise<OpenidProvider> {
  const grants = new Map<string, Grant>()
  const tokens = new Map<string, Token>()
  const now = () => Math.floor(Date.now() / 1000)

  const giveToken = (account: ProviderAccount, client: string): string => {
    const token = randomUUID()
    tokens.set(token, { account, client })
    return token
  }

  const discovery = () => ({
    issuer: provider.issuer,
    authorization_endpoint: `${provider.issuer}/authorize`,
    token_endpoint: `${provider.issuer}/token`,
    userinfo_endpoint: `${provider.issuer}/userinfo`,
    jwks_uri: `${provider.issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    ...(provider.tokenCheck === 'tokeninfo'
      ? { tokeninfo_endpoint: `${provider.issuer}/tokeninfo` }
      : { introspection_endpoint: `${provider.issuer}/introspect` }),
  })

  /** Invalid requests get an error page and no redirect. */
  const authorize = (query: URLSearchParams): { location?: string } => {
    const redirect = query.get('redirect_uri') ?? ''
    const isWhole =
      query.get('client_id') === CLIENT &&
      query.get('response_type') === 'code' &&
      query.get('code_challenge_method') === 'S256' &&
      ['openid', 'email', 'profile'].every((scope) => query.get('scope')?.split(' ').includes(scope)) &&
      ['state', 'nonce', 'code_challenge'].every((name) => (query.get(name)?.length ?? 0) >= 43) &&
      URL.canParse(redirect)
    if (!isWhole) return {}
    const back = new URL(redirect)
    back.searchParams.set('state', query.get('state') ?? '')
    const { account } = provider
    if (account) {
      const code = randomUUID()
      const [nonce, challenge] = [query.get('nonce') ?? '', query.get('code_challenge') ?? '']
      grants.set(code, { account, nonce, challenge, redirect })
      back.searchParams.set('code', code)
    } else back.searchParams.set('error', 'access_denied')
    return { location: back.href }
  }

  const isClient = (body: URLSearchParams) => body.get('client_id') === CLIENT && body.get('client_secret') === SECRET

  const redeem = (body: URLSearchParams): [number, object] => {
    if (!isClient(body)) return [401, { error: 'invalid_client' }]
    const code = body.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (!grant || grant.challenge !== challenge || grant.redirect !== body.get('redirect_uri'))
      return [400, { error: 'invalid_grant' }]
    const { account, nonce } = grant
    const times = { iat: now(), exp: now() + 300 }
    const person = provider.isTerse ? { sub: account.sub } : account
    const claims = provider.twist({ iss: provider.issuer, aud: CLIENT, nonce, ...times, ...person })
    const access_token = giveToken(account, CLIENT)
    return [200, { access_token, token_type: 'Bearer', expires_in: 300, id_token: signed(claims, provider.forges) }]
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://provider')
    const respond = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    provider.calls.push(`${request.method} ${url.pathname}`)
    if (provider.isDown) return void respond(503, {})
    if (provider.isMoved && !/^\/(\.well-known|authorize|moved)/.test(url.pathname))
      return void response.writeHead(307, { location: `/moved${url.pathname}` }).end()
    const body = request.method === 'POST' ? await bodyOf(request) : new URLSearchParams()
    switch (url.pathname.replace(/^\/moved/, '')) {
      case '/.well-known/openid-configuration':
        return void respond(200, discovery())
      case '/jwks':
        return void respond(200, {
          keys: [{ ...published.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }],
        })
      case '/authorize': {
        const { location } = authorize(url.searchParams)
        return void (location
          ? response.writeHead(302, { location }).end()
          : respond(400, { error: 'invalid_request' }))
      }
      case '/token':
        return void respond(...redeem(body))
      case '/userinfo': {
        const token = tokens.get(request.headers.authorization?.replace(/^Bearer /i, '') ?? '')
        return void (token ? respond(200, token.account) : respond(401, { error: 'invalid_token' }))
      }
      case '/introspect': {
        if (!isClient(body)) return void respond(401, { error: 'invalid_client' })
        const token = tokens.get(body.get('token') ?? '')
        return void respond(
          200,
          token ? { active: true, client_id: token.client, sub: token.account.sub } : { active: false },
        )
      }
      case '/tokeninfo': {
        const token = tokens.get(body.get('access_token') ?? '')
        if (!token) return void respond(400, { error: 'invalid_token' })
        return void respond(200, { aud: token.client, sub: token.account.sub, expires_in: '299' })
      }
      default:
        return void respond(404, {})
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: OpenidProvider = {
    issuer,
    env: { KAIWA_GOOGLE_CLIENT_ID: CLIENT, KAIWA_GOOGLE_CLIENT_SECRET: SECRET, KAIWA_GOOGLE_ISSUER: issuer },
    account: null,
    twist: (claims) => claims,
    forges: false,
    isDown: false,
    isMoved: false,
    isTerse: false,
    tokenCheck: 'introspection',
    tokenFor: (client) => giveToken(provider.account ?? { sub: 'nobody' }, client),
    calls: [],
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return provider
}
