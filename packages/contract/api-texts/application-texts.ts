import type * as applications from '../applications.ts'
import type { TextsOf } from './operation-text.ts'

const fields = {
  plan_id: 'Id of a plan of `GET /plans`.',
  payment_type: 'How the plan will be paid. `credit_card` is refused where the installation cannot charge cards.',
}

export const applicationTexts: TextsOf<typeof applications> = {
  validateSubscriptionRequest: {
    summary: 'Check an application of a company',
    description:
      'Checks the same as `POST /subscription-requests`, and stores nothing. Refused fields are listed with codes.',
    fields,
  },
  createSubscriptionRequest: {
    summary: 'Apply for a plan as a company',
    description:
      'Stores the application and mails the applicant and the operators. The same application sent again within ten minutes, or with the same `request_id`, is stored once. The answer does not depend on whether an account has the address.',
    fields: {
      ...fields,
      request_id: 'UUID chosen by the client for one application.',
      locale: 'Language of the mails; that of the Accept-Language header where it is left out.',
    },
  },
}

export const applicationFields = {
  company_name: 'Company, 1 to 100 characters.',
  department_name: 'Department; null or blank for none.',
  contact_last_name: 'Last name of the contact, 1 to 100 characters.',
  contact_first_name: 'First name of the contact, 1 to 100 characters.',
  contact_email: 'Mail address of the contact.',
  contact_phone: 'Phone number: 10 or 11 digits without hyphens.',
  postal_code: 'Postal code: three digits, an optional hyphen and four digits.',
  prefecture: 'Prefecture, by its Japanese name.',
  city: 'City or ward.',
  address_1: 'Town and house number.',
  address_2: 'Building and room; null or blank for none.',
  term: 'Agreement to the terms of service; must be true.',
  policy: 'Agreement to the privacy policy; must be true.',
  commerce: 'Who sells the service, for the page of commercial disclosure; null where the operator has not set it.',
  seller: 'Name of the seller.',
  manager: 'Name of the person responsible.',
  address: 'Postal address; line breaks separate lines.',
  phone: 'Telephone number.',
  hubspot_url: "Address of HubSpot's application, for links to deals; null if HubSpot is not set up.",
  card_payment: 'Whether a company can pay by credit card.',
}
