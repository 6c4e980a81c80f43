import { sql, type Arrangements, type Scene } from './scene.ts'

/** Invoices, their credit notes and templates. */
export const ofInvoices: Arrangements = {
  unvoidInvoice: voided,
  unvoidInvoiceByGet: voided,
  recordInvoicePayment: ({ asked }) => void (asked.body = { ...asked.body, received_on: '2026-01-31' }),
  updateInvoiceSettings: ({ asked }) => void (asked.body = { ...asked.body, revision: 1, legal_name: 'Acme Trading' }),
}

function voided(scene: Scene) {
  return sql(
    scene,
    `update invoices set status = 'voided', voided_from = 'sent', voided_at = now() where merchant_id = $1 and credited_minor = 0`,
  )
}
