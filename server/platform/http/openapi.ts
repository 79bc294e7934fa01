// Serves the OpenAPI document, which @fastify/swagger builds from the registered routes.
import type { Operation } from '@kaiwa/contract/operation.ts'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { Descriptions } from './describe-operations.ts'

const info = {
  title: 'Kaiwa',
  version: '1',
  description: 'Times of recordings are in seconds, sizes in MB of 1,048,576 bytes, instants as ISO 8601 in UTC.',
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
}

/**
 * Serves the OpenAPI 3.1 document of these operations as `openapi.json`, with the base path `/api`. Must be called
 * before the routes of the operations are registered: the plugin sees only later ones.
 */
export async function registerOpenapi(
  http: FastifyInstance,
  operations: readonly Operation[],
  cookieName: string,
): Promise<void> {
  let descriptions: Descriptions
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      servers: [{ url: '/api' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          cookie: { type: 'apiKey', in: 'cookie', name: cookieName },
        },
      },
    },
    convertConstToEnum: false,
    // Routes that are no operations are hidden.
    transform: ({ route, url }) => ({
      url,
      schema: descriptions.schemas.get(route.config?.operation ?? '') ?? { hide: true },
    }),
    transformObject: (document) =>
      'openapiObject' in document ? descriptions.complete({ ...document.openapiObject }) : document.swaggerObject,
  })
  // Built once, at the first request: the document has a megabyte, and its texts are loaded for it alone.
  let document: string | undefined
  http.get('/openapi.json', async (_request, reply) => {
    if (document === undefined) {
      const { describeOperations } = await import('./describe-operations.ts')
      descriptions = describeOperations(operations)
      document = JSON.stringify(http.swagger())
    }
    return reply.type('application/json').send(document)
  })
}
