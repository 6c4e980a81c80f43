import { randomBytes } from 'node:crypto'
import { keepPart } from '#server/exports/parts.ts'
import type { RefKind } from '#contract/kit/refs.ts'
import { traitsOf } from '#server/payments/traits.ts'
import { countPayment, type Counted } from '#server/rollups/deltas.ts'
import { newId } from '#server/kit/db/id.ts'
import { newKeyId } from '#server/kit/auth/server-key-form.ts'
import { newReference } from '#server/kit/auth/token.ts'
import { channelPlace, kycDocumentPlace, merchantKeys, seal, ssoSecretPlace } from '#server/kit/secrets/vault.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { listCreditNotes } from '#server/invoice-store/credit-notes.ts'
import { issueInvoice } from '#server/invoice-store/issue.ts'
import { saveSettings } from '#server/invoice-settings/save.ts'
import { createTemplate } from '#server/invoice-templates/save.ts'
import { createInvoice } from '#server/invoices/create.ts'
import { createCreditNote } from '#server/invoices/credit.ts'
import { createPrice } from '#server/prices/create.ts'
import { createSubscription } from '#server/subscriptions/create.ts'
import { createPageOrder } from '#server/page-orders/create.ts'
import { createPaymentPage } from '#server/payment-pages/create.ts'
import { seedPaymentLinks } from '#server/payment-links/seed.ts'
import { seedPayout, seedPayoutBatch, seedBankFile } from './payout-objects.ts'
import { seedRemittance, seedRemittanceAccount, seedRemittanceDocument } from './remittance-objects.ts'
import { seedFees } from './fee-objects.ts'
import { seedMapping, seedOutcome, seedReconFile, seedReconRun } from './recon-objects.ts'
import type { TestApp, TestMerchant } from './test-app.ts'

const traits = traitsOf({ source: 'payment_link', payment_sub_type: '', country: '', method_details: {} })

/** Stands for the sub-user of whichever session asks: of others there is nothing to be seen. */
export const theSessionsOwn = 'the-sessions-own'

/** A merchant's objects that calls refer to, one of each kind. */
export interface Objects {
  of(kind: ObjectKind): string
}
type ObjectKind = Exclude<RefKind, 'merchant'>

/** Seeds a payment link, a payment of it with a refund, and a webhook, each carrying `name` in its texts. */
export async function seedObjects(testApp: TestApp, merchant: TestMerchant, name: string): Promise<Objects> {
  const owner = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
  const references = await ownTransaction(
    { ...testApp.serveParts, database: testApp.owner },
    owner,
    { requestId: 'test' },
    async (ctx) => {
      await seedPaymentLinks(ctx, 'SGD')
      // An order's name is the merchant's own: others may have the same.
      const order = `order-${newId()}`
      const [link] = await ctx.tx.query<{ link_ref: string; merchant_order_ref: string }>(
        `update payment_links set description = $2, customer_name = $2, merchant_order_ref = merchant_order_ref || $3 where merchant_id = $1 and status = 'created' returning link_ref, merchant_order_ref`,
        [merchant.merchantId, name, order],
      )
      if (!link) throw new Error('no link was seeded')
      const orderRef = newReference(ctx.now)
      const [payment] = await ctx.tx.query<Counted>(
        `insert into payments (merchant_id, environment, order_ref, merchant_order_ref, payable_kind, payable_ref, amount_minor, currency, status, payment_method,
         channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip, device_info, description, source, created_at, updated_at)
       values ($1, 'sandbox', $2, $3, 'link', $4, 1000, 'SGD', 'Failed', 'CARD', 'SIMULATOR', $5, '', '', '', '', '', '', $5, 'payment_link', now(), now()) returning *`,
        [merchant.merchantId, orderRef, order, link.link_ref, name],
      )
      const refundId = newReference(ctx.now)
      await ctx.tx.query(
        `insert into refunds (merchant_id, environment, refund_id, order_ref, amount_minor, currency, status, type, reason, note, manual, from_suspense, channel_key, created_by, created_at, updated_at)
         values ($1, 'sandbox', $2, $3, 1000, 'SGD', 'FAIL', 'full', 'other', $4, true, false, 'SIMULATOR', $4, now(), now())`,
        [merchant.merchantId, refundId, orderRef, name],
      )
      const batchId = newId()
      await ctx.tx.query(
        `insert into refund_batches (merchant_id, environment, batch_id, file_name, status, created_at, created_by, updated_at) values ($1, 'sandbox', $2, $3, 'checked', now(), $3, now())`,
        [merchant.merchantId, batchId, name],
      )
      const slipId = newId()
      await ctx.tx.query(
        `insert into payment_slips (merchant_id, environment, order_ref, slip_id, name, type, content, created_at) values ($1, 'sandbox', $2, $3, $4, 'image/png', '', now())`,
        [merchant.merchantId, orderRef, slipId, name],
      )
      if (payment) countPayment(ctx, { ...payment, traits })
      const webhookId = newId()
      await ctx.tx.query(
        `insert into webhooks (merchant_id, environment, webhook_id, name, name_lower, url, type, enabled, created_at) values ($1, 'sandbox', $2, $3, $3, 'http://127.0.0.1:9/hook', 'payment', false, now())`,
        [merchant.merchantId, webhookId, name],
      )
      const serverKey = newKeyId(merchant.merchantId)
      await ctx.tx.query(
        `insert into server_keys (merchant_id, environment, key_id, name, name_lower, scopes, networks, key_hash, maker_merchant_id, maker_id, maker_name, created_at)
         values ($1, 'sandbox', $2, $3, $3, '{links:read}', '{}', sha256($4), $1, $1, $3, now())`,
        [merchant.merchantId, serverKey, name, Buffer.from(serverKey)],
      )
      const deliveryId = newId()
      await ctx.tx.query(
        `insert into webhook_events (merchant_id, environment, event_id, type, object_ref, body, created_at) values ($1, 'sandbox', $2, 'payment', $3, $4, now())`,
        [merchant.merchantId, deliveryId, orderRef, JSON.stringify({ name })],
      )
      await ctx.tx.query(
        `insert into webhook_deliveries (merchant_id, environment, delivery_id, event_id, webhook_id, object_ref, type, webhook_name, url, state, created_at)
         values ($1, 'sandbox', $2, $2, $3, $4, 'payment', $5, 'http://127.0.0.1:9/hook', 'failed', now())`,
        [merchant.merchantId, deliveryId, webhookId, orderRef, name],
      )
      const routingRule = `Route_${newReference(ctx.now)}`
      await ctx.tx.query(
        `insert into routing_sets (merchant_id, environment) values ($1, 'sandbox') on conflict do nothing`,
        [merchant.merchantId],
      )
      await ctx.tx.query(
        `insert into routing_rules (merchant_id, environment, routing_ref, version, name, conditions, channels, is_enabled, is_default,
           position, created_at, updated_at)
         values ($1, 'sandbox', $2, 1, $3, '{}', '[]', false, false, 0, now(), now())`,
        [merchant.merchantId, routingRule, name],
      )
      // A connection of the simulator under a key that no other merchant has.
      const channel = `SIMULATOR-${merchant.slug}`
      const credentials = seal(await merchantKeys(ctx), '{}', channelPlace(merchant.merchantId, 'sandbox', channel))
      await ctx.tx.query(
        `insert into payment_channels (merchant_id, environment, channel_key, provider, name, is_enabled, creds_sealed, created_at)
         values ($1, 'sandbox', $2, 'simulator', $3, false, $4, now())`,
        [merchant.merchantId, channel, name, credentials],
      )
      const mappingId = await seedMapping(ctx, channel, name)
      const reconRuns = await seedReconRun(ctx, channel, name)
      const [subMerchantId, documentId] = [newId(), newId()]
      await ctx.tx.query(
        `insert into merchants (merchant_id, key, slug, name, email, country, currency, kind, master_id, login_allowed, wrapped_key, secret_sealed, created_at)
         select $2, $3, $3, $4, '', 'SG', 'SGD', 'owned', merchant_id, false, wrapped_key, secret_sealed, now() from merchants where merchant_id = $1`,
        [merchant.merchantId, subMerchantId, `sub-of-${merchant.slug}-${subMerchantId.slice(-6)}`, name],
      )
      await ctx.tx.query(`insert into kyc_cases (merchant_id, company) values ($1, '{}')`, [subMerchantId])
      const sealed = seal(
        await merchantKeys(ctx),
        Buffer.from('%PDF-1.4 %%EOF'),
        kycDocumentPlace(subMerchantId, documentId),
      )
      await ctx.tx.query(
        `insert into kyc_documents (merchant_id, document_id, kind, name, type, size_bytes, content_sealed, created_at)
         values ($1, $2, 'bank_statement', $3, 'application/pdf', 14, $4, now())`,
        [subMerchantId, documentId, name, sealed],
      )
      const [subUserId, viewId] = [newId(), newId()]
      await ctx.tx.query(
        `insert into sub_users (merchant_id, sub_user_id, name, email, roles, password_phc, created_at) values ($1, $2, $3, '', '{payment-user}', '', now())`,
        [merchant.merchantId, subUserId, name],
      )
      await ctx.tx.query(
        `insert into saved_views (merchant_id, sub_user_id, view_id, list, name, name_lower, search, columns, is_default, created_at)
         values ($1, $2, $3, 'payments', $4, $4, '{}', '[]', false, now())`,
        [merchant.merchantId, subUserId, viewId, name],
      )
      const pageRef = await createPaymentPage(ctx, {
        title: name,
        amount: 1_000n,
        currency: 'SGD',
        description: [{ type: 'paragraph', spans: [{ text: name }] }],
        email_field: 'off',
        stock: 'limited',
        stock_available: 100,
      })
      const { order_ref: pageOrderRef } = await createPageOrder(ctx, pageRef, { version: 1, seen_total: 10, name })
      const templateRef = await createTemplate(ctx, { name, currency: 'SGD', environment: 'sandbox' })
      // With all that an electronic invoice asks for.
      const seller = { company_number: '201812345A', country_code: 'SG', not_subject_to_tax: true } as const
      await saveSettings(ctx, { revision: 0, ...seller })
      const invoice = (parts: object) =>
        createInvoice(ctx, {
          customer: { name, email: 'customer@shop.example' },
          billing_address: { country_code: 'SG' },
          currency: 'SGD',
          line_items: [{ detail: name, quantity: 1, rate: 10 }],
          amount: 1_000n,
          sub_total: 1_000n,
          due_date: '2036-12-31',
          ...parts,
        })
      const { invoice_ref: invoiceRef } = await issueInvoice(ctx, await invoice({ template_ref: templateRef }))
      const { invoice_ref: creditedRef } = await issueInvoice(ctx, await invoice({}))
      await createCreditNote(ctx, creditedRef, { amount: 1, reason: name })
      const [creditNote] = await listCreditNotes(ctx, creditedRef)
      const price = createPrice(ctx, { name, amount: 1_000n, currency: 'SGD', frequency: 1 })
      const { order_ref: subscriptionRef } = await createSubscription(ctx, {
        price_order_ref: price.price_ref,
        currency: 'SGD',
        customer_name: name,
      })
      // As after its first period has begun, so that everything can be done with it.
      await ctx.tx.query(
        `update subscriptions set status = 'active', anchor = now() - interval '1 hour', activated_at = now(), next_period = 1,
           made_periods = 1, period_end = now() + interval '20 days', next_due_at = now() + interval '20 days', next_act_at = now() + interval '20 days', planned = true
         where merchant_id = $1 and order_ref = $2`,
        [merchant.merchantId, subscriptionRef],
      )
      const chargeRef = newReference(ctx.now)
      await ctx.tx.query(
        `insert into subscription_charges (merchant_id, environment, charge_ref, order_ref, merchant_order_ref, kind, period, state, currency,
           amount_minor, credit_minor, to_pay_minor, lines, description, due_at, created_at, updated_at)
         values ($1, 'sandbox', $2, $3, $2, 'period', 0, 'unpaid', 'SGD', 1000, 0, 1000, '[]', $4, now(), now(), now())`,
        [merchant.merchantId, chargeRef, subscriptionRef, name],
      )
      const mandateRef = newReference(ctx.now)
      await ctx.tx.query(
        `insert into mandates (merchant_id, environment, mandate_ref, order_ref, state, channel_key, method, method_sub_type, provider_key,
           method_details, consent, language, consent_version, ip_address, user_agent, agreed_at, ended_at, updated_at)
         values ($1, 'sandbox', $2, $3, 'failed', 'SIMULATOR', 'SUBSCRIPTION_CARD', '', $2, '{}', $4, 'en', 1, '', '', now(), now(), now())`,
        [merchant.merchantId, mandateRef, subscriptionRef, name],
      )
      const clockRef = newReference(ctx.now)
      await ctx.tx.query(
        `insert into test_clocks (merchant_id, environment, clock_ref, name, state, time, created_at, created_by, updated_at)
         values ($1, 'sandbox', $2, $3, 'ready', now(), now(), $3, now())`,
        [merchant.merchantId, clockRef, name],
      )
      const [noticeId, messageId, fileId] = [newId(), newId(), newId()]
      const ticketRef = `T-${noticeId.slice(-10).toUpperCase()}`
      const key = [merchant.merchantId, 'sandbox']
      await ctx.tx.query(
        `insert into notices (merchant_id, environment, notice_id, kind, facts, state, created_at) values ($1, $2, $3, 'secret_revealed', $4, 'told', now())`,
        [...key, noticeId, JSON.stringify({ by: name })],
      )
      await ctx.tx.query(
        `insert into notifications (merchant_id, environment, notice_id, sub_user_id, in_console, mail_due) values ($1, $2, $3, $4, true, false)`,
        [...key, noticeId, subUserId],
      )
      await ctx.tx.query(
        `insert into support_tickets (merchant_id, environment, ticket_ref, subject, category, status, request_id, route, messages, created_by, created_by_id, created_at, updated_at)
         values ($1, $2, $3, $4, 'other', 'open', '', '', 1, $4, $5, now(), now())`,
        [...key, ticketRef, name, subUserId],
      )
      await ctx.tx.query(
        `insert into support_messages (merchant_id, environment, ticket_ref, message_id, from_operator, author, body, created_at) values ($1, $2, $3, $4, false, $5, $5, now())`,
        [...key, ticketRef, messageId, name],
      )
      await ctx.tx.query(
        `insert into support_files (merchant_id, environment, file_id, sub_user_id, ticket_ref, message_id, name, type, size_bytes, content, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, 'image/png', 0, '', now())`,
        [...key, fileId, subUserId, ticketRef, messageId, name],
      )
      const invoiceBatchId = newId()
      await ctx.tx.query(
        `insert into invoice_batches (merchant_id, environment, batch_id, file_name, status, dry_run, rows, invoices, made_count, known_count,
           failed_count, totals, first, head, created_at, created_by, updated_at)
         values ($1, $2, $3, $4, 'done', false, 1, 1, 0, 0, 1, '{}', '[]', '["InvoiceNumber"]', now(), $4, now())`,
        [...key, invoiceBatchId, name],
      )
      await ctx.tx.query(
        `insert into invoice_batch_items (merchant_id, environment, batch_id, place, state, source_key, currency, rows, faults)
         values ($1, $2, $3, 0, 'failed', '', '', '[{"row": 2, "cells": ["1"]}]', '[{"row": 2, "column": "Currency", "reason": "required", "params": {}}]')`,
        [...key, invoiceBatchId],
      )
      const invoiceArchiveId = newId()
      await ctx.tx.query(
        `insert into invoice_archives (merchant_id, environment, archive_id, status, total, done_count, created_at, created_by, finished_at, updated_at)
         values ($1, $2, $3, 'done', 1, 1, now(), $4, now(), now())`,
        [...key, invoiceArchiveId, name],
      )
      await ctx.tx.query(
        `insert into invoice_archive_items (merchant_id, environment, archive_id, place, invoice_ref, state, file_name, bytes)
         values ($1, $2, $3, 0, $4, 'ready', 'draft.pdf', 'x')`,
        [...key, invoiceArchiveId, invoiceRef],
      )
      const thirdPartyUploadId = newId()
      await ctx.tx.query(
        `insert into third_party_uploads (merchant_id, environment, upload_id, source, file_name, state, dry_run, mapping, created_at, created_by, updated_at)
         values ($1, $2, $3, $4, $4, 'loaded', false, '{"columns": {}, "date_format": "YYYY-MM-DD", "time_zone": "UTC", "statuses": {}}', now(), $4, now())`,
        [...key, thirdPartyUploadId, name],
      )
      const fees = await seedFees(ctx, channel, name)
      const reconFileId = await seedReconFile(ctx, name)
      const reconOutcome = await seedOutcome(ctx, reconFileId, name)
      const remittanceAccount = newId()
      await seedRemittanceAccount(ctx, remittanceAccount, name)
      const remittance = newReference(ctx.now)
      await seedRemittance(ctx, remittance, orderRef, name)
      const remittanceDocument = newId()
      await seedRemittanceDocument(ctx, remittance, remittanceDocument, name)
      const exportId = newId()
      await ctx.tx.query(
        `insert into export_files (merchant_id, environment, export_id, status, of, path, request, sub_merchant, format, run, parts, digest,
           created_by, created_by_id, created_at, finished_at, expires_at, updated_at)
         values ($1, $2, $3, 'ready', 'exportRefundBatchRows', '{}', '{}', '', 'xlsx', 1, 1, 'x', $4, $5, now(), now(), now() + interval '1 hour', now())`,
        [...key, exportId, name, subUserId],
      )
      const scheduleId = newId()
      await ctx.tx.query(
        `insert into export_schedules (merchant_id, environment, schedule_id, name, status, of, path, request, sub_merchant, format, every,
           weekday, month_day, hour, period, recipients, created_by, created_by_id, created_at, next_at)
         values ($1, $2, $3, $4, 'active', 'exportRefundBatchRows', '{}', '{}', '', 'xlsx', 'day', 1, 1, 8, 'yesterday', '{}', $4, $5, now(),
           now() + interval '1 day')`,
        [...key, scheduleId, name, subUserId],
      )
      const alertId = newId()
      await ctx.tx.query(
        `insert into alerts (merchant_id, environment, alert_id, name, metric, comparison, channel_key, threshold, minutes, recipients, status,
           next_at, created_by, created_at)
         values ($1, $2, $3, $4, 'provider_faults', 'above', '', 5, 15, $5, 'quiet', now() + interval '1 minute', $4, now())`,
        [...key, alertId, name, [subUserId]],
      )
      const accountNo = newReference(ctx.now)
      const [beneficiary, beneficiaryAccount] = [newId(), newId()]
      const payout = newReference(ctx.now)
      const payoutBatch = newId()
      const payoutSheetReading = randomBytes(32).toString('hex')
      const deposit = crypto.randomUUID()
      await seedPayout(ctx, { name, accountNo, beneficiary, beneficiaryAccount, payout, deposit })
      const [bankFile, bankLine] = [newId(), newId()]
      await seedBankFile(ctx, { name, payout, bankFile, bankLine })
      await seedPayoutBatch(ctx, { name, payoutBatch, payoutSheetReading })
      await keepPart(ctx, { exportId, run: 1 }, 0, Buffer.from('PK'))
      const [sessionId, passkeyId] = [newId(), newId()]
      await ctx.tx.query(
        `insert into sessions (merchant_id, session_id, sub_user_id, cookie_hash, environment, created_at, last_seen_at, proved_at, expires_at, address, user_agent)
         values ($1, $2, $3, sha256($4), 'sandbox', now(), now(), now(), now() + interval '1 hour', $5, '')`,
        [merchant.merchantId, sessionId, subUserId, Buffer.from(sessionId), name],
      )
      await ctx.tx.query(
        `insert into passkeys (merchant_id, sub_user_id, passkey_id, credential_id, name, public_key, counter, transports, is_synced, created_at)
         values ($1, $2, $3, $4, $5, '', 0, '{}', false, now())`,
        [merchant.merchantId, subUserId, passkeyId, passkeyId, name],
      )
      // Nobody answers at that provider.
      const tenant = `t${newId()}`
      const clientSecret = seal(await merchantKeys(ctx), 'a client secret', ssoSecretPlace(merchant.merchantId))
      await ctx.tx.query(
        `insert into sso_connections (merchant_id, tenant_id, company_name, issuer, client_id, secret_sealed, scopes, enabled, required,
           provision, provision_roles, created_at, updated_at)
         values ($1, $2, $3, 'http://127.0.0.1:65000', 'client', $4, '{}', true, false, false, '{}', now(), now())`,
        [merchant.merchantId, tenant, name, clientSecret],
      )
      await ctx.tx.query(
        `insert into sso_identities (merchant_id, issuer, subject, sub_user_id, created_at, last_used_at)
         values ($1, 'http://127.0.0.1:65000', $2, $3, now(), now())`,
        [merchant.merchantId, name, subUserId],
      )
      const mailId = newId()
      await ctx.tx.query(
        `insert into recon_intakes (merchant_id, environment, channel_key, mail_key, sftp_host, sftp_port, sftp_username, sftp_state, created_at, updated_at)
         values ($1, 'sandbox', $2, $3, '127.0.0.1', 9009, 'recon', 'unpinned', now(), now())`,
        [
          merchant.merchantId,
          channel,
          Array.from(randomBytes(26), (byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte & 31]).join(''),
        ],
      )
      await ctx.tx.query(
        `insert into recon_mails (merchant_id, environment, mail_id, channel_key, sender, subject, state, received_at, updated_at)
         values ($1, 'sandbox', $2, $3, 'somebody@provider.example', $4, 'waiting', now(), now())`,
        [merchant.merchantId, mailId, channel, name],
      )
      await ctx.tx.query(
        `insert into recon_arrivals (merchant_id, environment, arrival_id, channel_key, source, way, name, origin, size_bytes, mail_id, state, at)
         values ($1, 'sandbox', $2, $3, 'SIMULATOR_SETTLEMENT', 'mail', $4, 'somebody@provider.example', 10, $2, 'waiting', now())`,
        [merchant.merchantId, mailId, channel, name],
      )
      return {
        paymentLink: link.link_ref,
        payable: link.link_ref,
        paymentPage: pageRef,
        shoppersPage: pageRef,
        pageOrder: pageOrderRef,
        invoice: invoiceRef,
        invoiceTemplate: templateRef,
        creditNote: creditNote?.credit_note_ref ?? '',
        invoiceBatch: invoiceBatchId,
        invoiceArchive: invoiceArchiveId,
        export: exportId,
        exportSchedule: scheduleId,
        reconMail: mailId,
        alert: alertId,
        payout,
        payoutBatch,
        bankFile,
        bankLine,
        payoutSheetReading,
        virtualAccount: accountNo,
        deposit,
        beneficiary,
        beneficiaryAccount,
        remittanceAccount,
        remittance,
        remittanceDocument,
        price: price.price_ref,
        subscription: subscriptionRef,
        subscriptionCharge: chargeRef,
        mandate: mandateRef,
        testClock: clockRef,
        // Nothing makes these yet.
        order,
        linkOrder: link.merchant_order_ref,
        payment: orderRef,
        refund: refundId,
        refundBatch: batchId,
        thirdPartyUpload: thirdPartyUploadId,
        reconFile: reconFileId,
        reconOutcome,
        ...reconRuns,
        slip: slipId,
        webhook: webhookId,
        serverKey,
        webhookDelivery: deliveryId,
        routingRule,
        channel,
        ...fees,
        view: viewId,
        // Of the first kind that a history is of.
        auditSubject: orderRef,
        ownUser: theSessionsOwn,
        notification: noticeId,
        ticket: ticketRef,
        supportFile: fileId,
        session: sessionId,
        passkey: passkeyId,
        ssoTenant: tenant,
        user: subUserId,
        subMerchant: subMerchantId,
        kycDocument: documentId,
        fileMapping: mappingId,
      } satisfies Record<ObjectKind, string>
    },
  )
  return { of: (kind) => references[kind] }
}
