import type { TestApp } from './open-test-app.ts'

/** The number of open connections to the server of a test. */
export function countConnections({ http }: Pick<TestApp, 'http'>): Promise<number> {
  return new Promise((resolve, reject) => {
    http.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
