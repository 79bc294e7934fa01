// Errors in the form of HubSpot's API.
import { randomUUID } from 'node:crypto'

export interface RefusedValue {
  name: string
  error: string
  message: string
}

export class PortalFailure extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(
    status: number,
    body: Record<string, unknown> & { message: string },
    headers: Record<string, string> = {},
  ) {
    super(body.message)
    this.status = status
    this.body = { status: 'error', ...body, correlationId: randomUUID() }
    this.headers = headers
  }
}

export function unauthorized(): PortalFailure {
  return new PortalFailure(401, {
    message:
      'Authentication credentials not found. This API supports OAuth 2.0 authentication and you can find more details at https://developers.hubspot.com/docs/methods/auth/oauth-overview',
    category: 'INVALID_AUTHENTICATION',
  })
}

export function expired(at: Date, now: Date): PortalFailure {
  return new PortalFailure(401, {
    message: `The OAuth token used to make this call expired ${Math.ceil((now.getTime() - at.getTime()) / 1_000)} second(s) ago.`,
    category: 'EXPIRED_AUTHENTICATION',
    context: { 'expire time': [at.toISOString()] },
  })
}

export function missingScopes(scopes: readonly string[]): PortalFailure {
  return new PortalFailure(403, {
    message:
      "This app hasn't been granted all required scopes to make this call. Read more about required scopes here: https://developers.hubspot.com/scopes.",
    category: 'MISSING_SCOPES',
    errors: [
      { message: 'One or more of the following scopes are required.', context: { requiredGranularScopes: scopes } },
    ],
    links: { scopes: 'https://developers.hubspot.com/scopes' },
  })
}

export function notFound(id?: string): PortalFailure {
  return new PortalFailure(404, {
    message: id === undefined ? 'resource not found' : 'Object not found.  objectId are usually numeric.',
    ...(id === undefined ? {} : { context: { id: [id] }, category: 'OBJECT_NOT_FOUND' }),
  })
}

export function invalidInput(message: string): PortalFailure {
  return new PortalFailure(400, { message, category: 'VALIDATION_ERROR' })
}

export function invalidValues(refused: readonly RefusedValue[]): PortalFailure {
  const list = refused.map((one) => ({
    isValid: false,
    message: one.message,
    error: one.error,
    name: one.name,
    localizedErrorMessage: one.message,
    portalId: null,
  }))
  return new PortalFailure(400, {
    message: `Property values were not valid: ${JSON.stringify(list)}`,
    category: 'VALIDATION_ERROR',
    errors: refused.map(({ name, error, message }) => ({ message, code: error, context: { propertyName: [name] } })),
  })
}

/** Search sends no headers about its limit. */
export function tooMany(policy: 'SECONDLY' | 'TEN_SECONDLY_ROLLING' | 'DAILY', headers: Record<string, string> = {}) {
  return new PortalFailure(
    429,
    {
      message: `You have reached your ${policy.toLowerCase()} limit.`,
      errorType: 'RATE_LIMIT',
      policyName: policy,
      groupName: `publicapi:crm:${policy.toLowerCase()}`,
    },
    headers,
  )
}

/** Errors of the token calls carry their reason as `status`. */
export function tokenFailure(status: string, error: string, message: string): PortalFailure {
  return new PortalFailure(400, { status, error, error_description: message, message })
}
