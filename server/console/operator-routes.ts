// Calls of operators.
import * as consoleContract from '@kaiwa/contract/admin-console.ts'
import * as invoices from '@kaiwa/contract/admin-invoices.ts'
import * as requests from '@kaiwa/contract/admin-requests.ts'
import * as subscriptions from '@kaiwa/contract/admin-subscriptions.ts'
import * as users from '@kaiwa/contract/admin-users.ts'
import { route } from '../platform/http/route.ts'
import { listOperatorActions } from './audit/list-operator-actions.ts'
import { getDashboard, getOperator } from './dashboard/get-dashboard.ts'
import * as files from './export-lists.ts'
import { listPurchaseHistories } from './histories/list-purchase-histories.ts'
import { getInvoiceDetail } from './invoices/get-invoice-detail.ts'
import { listInvoices } from './invoices/list-invoices.ts'
import { getInvoicePdf, markInvoicePaid } from './invoices/mark-invoice-paid.ts'
import { approveSubscriptionRequest, rejectSubscriptionRequest } from './requests/decide-request.ts'
import { resendSetupLink, withdrawApproval } from './requests/setup-link.ts'
import { listSubscriptionRequests } from './requests/list-requests.ts'
import {
  changeToBusiness,
  deletePlanChange,
  toggleCancellation,
  updateSubscription,
} from './subscriptions/change-subscription.ts'
import { listAdminPlans, listSubscriptions } from './subscriptions/list-subscriptions.ts'
import { addUserPoint } from './users/add-user-point.ts'
import { disableUser, enableUser } from './users/disable-user.ts'
import { getUserDetail, listUsers } from './users/list-users.ts'
import { updateUser } from './users/update-user.ts'

export const operatorRoutes = [
  route(consoleContract.getOperator, getOperator),
  route(consoleContract.getDashboard, getDashboard),
  route(consoleContract.listOperatorActions, listOperatorActions),
  route(users.listUsers, listUsers),
  route(users.exportUsers, files.exportUsers),
  route(users.getUserDetail, getUserDetail),
  route(users.updateUser, updateUser),
  route(users.enableUser, enableUser),
  route(users.disableUser, disableUser),
  route(users.addUserPoint, addUserPoint),
  route(requests.listSubscriptionRequests, listSubscriptionRequests),
  route(requests.exportSubscriptionRequests, files.exportSubscriptionRequests),
  route(requests.approveSubscriptionRequest, approveSubscriptionRequest),
  route(requests.rejectSubscriptionRequest, rejectSubscriptionRequest),
  route(requests.resendSetupLink, resendSetupLink),
  route(requests.withdrawApproval, withdrawApproval),
  route(subscriptions.listSubscriptions, listSubscriptions),
  route(subscriptions.exportSubscriptions, files.exportSubscriptions),
  route(subscriptions.updateSubscription, updateSubscription),
  route(subscriptions.changeToBusiness, changeToBusiness),
  route(subscriptions.deletePlanChange, deletePlanChange),
  route(subscriptions.toggleCancellation, toggleCancellation),
  route(subscriptions.listAdminPlans, listAdminPlans),
  route(invoices.listInvoices, listInvoices),
  route(invoices.exportInvoices, files.exportInvoices),
  route(invoices.getInvoiceDetail, getInvoiceDetail),
  route(invoices.markInvoicePaid, markInvoicePaid),
  route(invoices.getInvoicePdf, getInvoicePdf),
  route(invoices.listPurchaseHistories, listPurchaseHistories),
  route(invoices.exportPurchaseHistories, files.exportPurchaseHistories),
]
