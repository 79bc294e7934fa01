import * as contract from '@kaiwa/contract/notifications.ts'
import { route } from '../platform/http/route.ts'
import { listNotifications } from './list-notifications.ts'
import { openNotification } from './open-notification.ts'
import { readNotifications } from './read-notifications.ts'

export const routes = [
  route(contract.listNotifications, listNotifications),
  route(contract.openNotification, openNotification),
  route(contract.readNotifications, readNotifications),
]
