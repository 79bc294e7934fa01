// A change and its event commit together (transactional outbox). An event is a row written in the transaction of the
// change; its handlers run in the worker role, at least once each. The contract's registry defines all events.
import type { EventChannel, EventData, EventName } from '@kaiwa/contract/events.ts'

/** An event to be published, with the payload and the channels that the registry allows. */
export type NewEvent<E extends EventName = EventName> = {
  [Name in E]: { type: Name; data: EventData<Name> } & ([EventChannel<Name>] extends [never]
    ? { channels?: never }
    : { channels: readonly EventChannel<Name>[] })
}[E]

/** An event of the outbox. */
export interface StoredEvent<E extends EventName = EventName> {
  id: number
  type: E
  data: EventData<E>
  channels: string[]
  created_at: Date
}
