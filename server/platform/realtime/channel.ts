// Domains decide who may subscribe to a private channel; each registers the check for its kinds of channels.
import { type ChannelKind, parseChannel } from '@kaiwa/contract/channels.ts'
import type { App } from '../app.ts'
import type { Actor } from '../http/actor.ts'

export interface Channel {
  kind: ChannelKind
  authorise: (actor: Actor, id: number, app: App) => Promise<boolean> | boolean
}

/** Declares a check: `authorise('folder', async (actor, id, app) => …)` decides who may subscribe to a folder's channel. */
export function authorise(kind: ChannelKind, may: Channel['authorise']): Channel {
  return { kind, authorise: may }
}

/** The check and the id for a channel name, or null when no domain has a check for it. */
export function findChannel(channels: readonly Channel[], name: string): { channel: Channel; id: number } | null {
  const parsed = parseChannel(name)
  const channel = parsed && channels.find(({ kind }) => kind === parsed.kind)
  return channel ? { channel, id: parsed.id } : null
}
