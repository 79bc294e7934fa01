// Domains decide who may subscribe to a private channel; each registers its channels by a pattern.
import type { App } from '../app.ts'
import type { Actor } from '../http/actor.ts'

export type Channel = {
  pattern: string
  authorise: (actor: Actor, id: number, app: App) => Promise<boolean> | boolean
}

/** Declares a channel: `authorise('private-project-{id}', async (actor, id, app) => …)` decides who may subscribe. */
export const authorise = (pattern: `private-${string}-{id}`, may: Channel['authorise']): Channel => ({
  pattern,
  authorise: may,
})

/** The channel and id of a name, or null when no pattern matches. */
export const findChannel = (channels: readonly Channel[], name: string): { channel: Channel; id: number } | null => {
  const match = /^(private-.+-)([1-9]\d{0,9})$/.exec(name)
  if (!match) return null
  const channel = channels.find(({ pattern }) => pattern === `${match[1]}{id}`)
  return channel ? { channel, id: Number(match[2]) } : null
}
