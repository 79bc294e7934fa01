import { expect, it } from 'vitest'
import { callUrl } from './call-url.ts'

it.each([
  ['/usage', undefined, undefined, '/api/usage'],
  ['/items/{id}', { id: 7 }, undefined, '/api/items/7'],
  ['/items/{id}/move/{destinationId}', { id: 7, destinationId: 9 }, undefined, '/api/items/7/move/9'],
  [
    '/projects/{id}/files',
    { id: 1 },
    { page: 2, query: '見積 & 予算' },
    `/api/projects/1/files?page=2&query=${encodeURIComponent('見積')}+%26+${encodeURIComponent('予算')}`,
  ],
  ['/projects/{id}/files', { id: 1 }, { page: 1, query: '' }, '/api/projects/1/files?page=1'],
  [
    '/projects/{projectId}/files/delete',
    { projectId: 1 },
    { 'ids[]': [4, 5] },
    '/api/projects/1/files/delete?ids%5B%5D=4&ids%5B%5D=5',
  ],
  ['/x/{name}', { name: '../a' }, undefined, '/api/x/..%2Fa'],
])('API-01 %s with %o and %o is %s', (path, params, query, address) => {
  expect(callUrl(path, params, query)).toBe(address)
})
