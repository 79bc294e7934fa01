// Calls of the product's API, made as the users in the pictures.
type Json = Readonly<Record<string, unknown>>

export type Call = <T>(method: string, path: string, body?: Json | FormData) => Promise<T>

export function openCalls(url: string, token: string): Call {
  const call = async <T>(method: string, path: string, body?: Json | FormData): Promise<T> => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(isForm || !body ? {} : { 'content-type': 'application/json' }) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  return call
}
