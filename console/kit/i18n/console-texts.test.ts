import { describe, expect, it } from 'vitest'
import { roles, rules, type Denial } from '#contract/access.ts'
import { allCalls, contract } from '#contract/contract.ts'
import { summarySums } from '#contract/remittance-summary.ts'
import { exportFormats, masterColumns, type Column } from '#contract/kit/columns.ts'
import { channelHealths, credentialsStates } from '#contract/channel-shapes.ts'
import { declineReasons } from '#contract/declines.ts'
import { faults } from '#contract/faults.ts'
import { alertComparisons, alertMetricNames, alertStates } from '#contract/alerts.ts'
import { exportPauses, exportScheduleStates } from '#contract/export-schedules.ts'
import { exportPeriods, exportRhythms } from '#contract/export-times.ts'
import { exportCalls, exportFailures, exportStates } from '#contract/exports.ts'
import { kycDocumentKinds, saveKyc } from '#contract/kyc.ts'
import { inviteStates, merchantTypes } from '#contract/invites.ts'
import { SubMerchant, subMerchantList } from '#contract/sub-merchants.ts'
import { kycStatuses, merchantKinds, merchantStatuses, toldFields } from '#contract/merchants.ts'
import { latePayments } from '#contract/late-payments.ts'
import { messageStates, messageWays } from '#contract/messages.ts'
import { onboardingStates } from '#contract/onboarding-states.ts'
import { payoutBatchStates } from '#contract/payout-batches.ts'
import { catalogue } from '#contract/channel-catalogue.ts'
import { bankFileStates, bankVerdicts } from '#contract/bank-files.ts'
import { invoiceBatchStates } from '#contract/invoice-batches.ts'
import { invoiceLineColumns, invoiceList, receivableBuckets } from '#contract/invoice-list.ts'
import { invoiceLooks, reminderUnits, taxCategories } from '#contract/invoice-parts.ts'
import { invoiceStates } from '#contract/invoice-states.ts'
import { beneficiaryAccountList, beneficiaryList } from '#contract/beneficiary-lists.ts'
import { priceList } from '#contract/price-list.ts'
import { subscriptionList } from '#contract/subscription-list.ts'
import { ChargeLineRow } from '#contract/subscription-parts.ts'
import { periods } from '#contract/subscription-periods.ts'
import {
  chargeKinds,
  chargeStates,
  mandateStates,
  priceStates,
  subscriptionChangeStates,
  subscriptionStates,
  subscriptionTypes,
  subscriptionMessageKinds,
} from '#contract/subscription-states.ts'
import { testClockEventKinds, testClockFailures, testClockStates } from '#contract/test-clocks.ts'
import { recordInvoicePayment } from '#contract/invoices.ts'
import { linkSteps, paymentLinkStates } from '#contract/payment-link-states.ts'
import type { Field } from '#contract/kit/fields.ts'
import { fieldUses, pageFieldTypes } from '#contract/page-answers.ts'
import { paymentPageFields } from '#contract/payment-page-fields.ts'
import { pagePaymentTypes } from '#contract/payment-page-looks.ts'
import { pagePaymentList, paymentPageList } from '#contract/payment-page-list.ts'
import { availabilities, funnelSteps, pageTypes, paymentPageStates } from '#contract/payment-page-states.ts'
import { paymentMethods } from '#contract/methods.ts'
import { ageBuckets, reconReportColumns } from '#contract/recon-report-kinds.ts'
import { exportReconReport } from '#contract/recon-reports.ts'
import { refundReasons, refundStates } from '#contract/refunds.ts'
import { authentications, devices, payers } from '#contract/payment-traits.ts'
import { paymentStates } from '#contract/payment-states.ts'
import { screensOf } from '#contract/menu.ts'
import { menuGroups, screens } from '#contract/screens.ts'
import { payoutList } from '#contract/payout-list.ts'
import { paymentList } from '#contract/payment-list.ts'
import { searchKinds } from '#contract/search.ts'
import { thirdPartyUploadStates } from '#contract/third-party.ts'
import {
  actRefusals,
  ageBucketNames,
  decisionActs,
  exceptionActs,
  exceptionWaits,
  proposalActs,
  proposalRefusals,
  proposalStates,
  staleReasons,
} from '#contract/recon-decision-shapes.ts'
import { sheetActs, sheetFilled, sheetShown, sheetVerdicts, sheetWhys } from '#contract/recon-exception-sheets.ts'
import { matchStrengths } from '#contract/recon-outcomes.ts'
import { summaryAmounts, summaryCounts } from '#contract/recon-summaries.ts'
import { differenceKinds } from '#contract/settlement-states.ts'
import { depositActs, suspenseReasons } from '#contract/deposits.ts'
import { accountConditions, movementKinds } from '#contract/virtual-accounts.ts'
import { thirdPartyFields, thirdPartyStates } from '#contract/third-party-mapping.ts'
import { ticketCategories, ticketStates } from '#contract/support.ts'
import { roleRules } from '#contract/grants.ts'
import { userEvents, userStatuses } from '#contract/users.ts'
import { issuerFaults, issuerRemarks } from '#contract/sso-connection.ts'
import { knownSecrets, signatureCauses } from '#contract/signature-checks.ts'
import { checkedObjects } from '#contract/signed-objects.ts'
import { statusClasses } from '#contract/webhook-log.ts'
import { webhookTypes } from '#contract/webhooks.ts'
import { environments } from '#contract/kit/wire.ts'
import { noAnswer } from '#console/kit/api/send-call.ts'
import englishTexts from '#i18n/en/console.json' with { type: 'json' }
import { flatTexts } from '#i18n/gate.ts'
import { missingTexts } from './used-texts.ts'

const english = flatTexts(englishTexts)
const group = (name: string) =>
  [...english.keys()].filter((key) => key.startsWith(`${name}|`)).map((key) => key.slice(name.length + 1))

const sources = import.meta.glob<string>(['/console/**/*.ts', '/console/**/*.tsx', '!/console/**/*.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

describe('what the code says', () => {
  it('has a text for each key in the code, and no text without a use', () => {
    const { unknown, unused } = missingTexts(english, Object.values(sources), wireGroups)
    expect(unknown).toEqual([])
    expect(unused).toEqual([])
  })
  it('has its placeholders in double braces: nothing of the console fills others', () => {
    // `{yyyy}` and `{dd}` are what people type.
    const shownAsTheyAre = /(?<!\{)\{(?!yyyy\}|dd\})[a-z_]+\}/
    expect([...english].filter(([, text]) => shownAsTheyAre.test(text)).map(([key]) => key)).toEqual([])
  })
  it('is checked: a key without a text and a text without a use are reported', () => {
    const texts = flatTexts({ a: { b: 'x' }, c: 'y' })
    expect(missingTexts(texts, ['t(($) => $.a.b)', 't(($) => $.a.d)'], [])).toEqual({
      unknown: ['a|d'],
      unused: ['c'],
    })
  })
})

/** Groups whose keys are words of the wire, so that their content follows from the contract. */
const wireGroups = [
  'columns', 'confirmationFaults', 'customerMessages', 'declines', 'deliveryFaults', 'denials', 'fieldReasons', 'kycStatuses', 'latePayments', 'linkSources', 'merchantKinds',
  'messageStates', 'messageWays', 'methods', 'notices', 'paymentSources',
  'auditActions', 'auditFields', 'auditFindings', 'auditWhys', 'accounts', 'postings', 'reasons', 'refundMarks', 'refundReasons', 'merchantFields', 'roles', 'roleTexts', 'screens', 'screenWords',
  'searchKinds', 'states', 'ticketCategories', 'timeline', 'timelineFacts', 'ruleNames', 'ruleTexts', 'userEvents', 'webhookTypes',
  'accountStates', 'kycFields', 'merchantTypes', 'issuerFaults', 'issuerRemarks', 'pageTypes',
  'taxCategories', 'receivableBuckets', 'yesNo', 'reminderUnits', 'invoiceLooks', 'outsideMethods', 'invoiceParts', 'skipReasons', 'electronicGaps', 'electronicGapReasons',
  'pageFields', 'pagePaymentTypes', 'pageFieldTypes', 'pageFieldUses', 'pageThemes', 'pageEndings', 'funnelSteps', 'linkSteps',
  'subscriptionTypes', 'periods', 'chargeKinds', 'chargeLines', 'clockEvents', 'clockFailures', 'endReasons',
  'payoutWhyNots', 'payoutChanges', 'movementKinds', 'movementTypes', 'accountConditions', 'suspenseReasons', 'depositActs', 'bankVerdicts', 'ownCredentials', 'payoutWaits', 'payoutWaitTexts', 'payoutWaitFacts', 'payoutDeclineNames', 'payoutDeclines', 'feePayers', 'accountTypes',
  'knownSecrets', 'signatureCauses', 'signedObjects', 'statusClasses', 'thirdPartyFields',
  'alertComparisons', 'alertMetrics', 'exportAbout', 'exportFailures', 'exportFormats', 'exportOf', 'exportPauses', 'exportPeriods', 'exportRhythms',
  'traits',
  'mappingFields', 'mappingParts', 'mappingSenders', 'sourceCategories', 'recordTypes', 'recordMarks', 'reconBuckets', 'reconWays', 'reconFileTypes', 'reconProofNames',
  'reconArrivalReasons', 'sftpFaults', 'sftpRemedies', 'feeTypes', 'feeDirections', 'matchStrengths', 'reconSummaryColumns',
  'exceptionSheet', 'sheetActs', 'sheetVerdicts', 'sheetWhys',
  'reconReasons', 'reconRules', 'reconAges', 'reconProofStates', 'reconReportAbout', 'matchRuleNames', 'reconSides', 'settlementDifferences',
  'decisionActs', 'exceptionActs', 'exceptionWaits', 'proposalActs', 'actRefusals', 'proposalRefusals', 'staleReasons',
  'accountFields', 'accountHints', 'accountKinds', 'accountWarnings', 'accountWays',
  'remittanceAccountTypes', 'remittancePurposes', 'remittanceSources', 'remittanceItems', 'adjustmentReasons', 'reserveTypes', 'reserveKinds', 'reserveForms',
] // prettier-ignore

const server = import.meta.glob<string>(['../../../server/**/*.ts', '!../../../server/**/{*.test,fixtures}.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
})
const told = (pattern: RegExp) =>
  Object.values(server).flatMap((source) => [...source.matchAll(pattern)].map((match) => match[1] ?? ''))

const accountNames = Object.entries(server).flatMap(([file, source]) =>
  file.endsWith('ledger/post.ts')
    ? [...source.matchAll(/^ {2}\w+: '([a-z_]+)',$|=> `([a-z_]+):\$/gm)].map(
        ([, fixed, ofChannel]) => fixed ?? ofChannel ?? '',
      )
    : [],
)

describe('exactly the words of the contract have a text', () => {
  const calls = allCalls().map(({ call }) => call)
  const declared = [
    ...Object.values(contract).flatMap((domain) => Object.values<unknown>(domain)),
    subMerchantList,
    paymentList,
    payoutList,
    paymentPageList,
    pagePaymentList,
    invoiceList,
    beneficiaryAccountList,
    beneficiaryList,
    priceList,
    subscriptionList,
  ]
  const lists = declared.filter(isList)
  const extraColumns = [
    'condition', 'current_value', 'fired_at', 'leaves_on', 'forecast_day',
    'name', 'url', 'type', 'enabled', 'last_delivery', 'waiting', 'day', 'shopper_name', 'channel_order_ref', 'received_at', 'outcome',
    'effect', 'event_id', 'refund_date', 'refund_status', 'refund_reason', 'created_by', 'refund_id', 'at', 'kind',
    'account', 'debit', 'credit', 'computed', 'body', 'file_name', 'rows', 'totals',
    'five_minutes', 'last_hour', 'last_day', 'by_hour', 'rest', 'channel',
    'channel_type', 'countries', 'currencies', 'methods', 'pays_to', 'pays_from', 'success_today', 'last_payment', 'connect', 'connected',
    'limits', 'is_default', 'next_export', 'recipients', 'digest',
    'available_balance', 'reserved_balance', 'came_at', 'deposit_ref', 'asked_by', 'suspense_reason', 'start_date', 'end_date',
    'available_after', 'leaving', 'payouts', 'people_after', 'people_before', 'is_verified', 'is_approved', 'scheduled_time',
    'percent_fee', 'flat_fee', 'minimum_fee', 'tax_percent', 'plan', 'minimum', 'interest', 'interest_payer', 'bank_code',
    'email_address', 'at_provider', 'last_used_at', 'unlink',
    'moved', 'before', 'after', 'fees_before', 'fees_after', 'fee_difference', 'from_channel', 'to_channel', 'arm', 'payments', 'ended',
    'succeeded', 'success', 'credit_note_number', 'evidence', 'file', 'outside_method', 'reason', 'received_on', 'sheet_column',
    'networks', 'scopes', 'modified_at', 'is_new',
    'sources', 'next_step', 'next_expected', 'last_file', 'file_prefix', 'days_covered',
    'attempt', 'charged_period', 'clock_time', 'subscriptions', 'end_reason',
    'valid_rows', ...sheetShown, ...sheetFilled,
    'release_from', 'tranches',
    'uuid', 'merchant', 'device', 'address', 'signed_in_at', 'last_seen_at', 'end_session', 'merchant_type', ...Object.keys(masterColumns),
  ] // prettier-ignore
  const exactly: [string, string[]][] = [
    ['screens', Object.keys(screens)],
    ['menu', [...menuGroups]],
    ['environments', [...environments]],
    ['reasons', [...Object.values(faults).map(({ reason }) => reason), noAnswer]],
    ['declines', declineReasons],
    ['denials', [...deniedBy()]],
    ['states|paymentLink', [...paymentLinkStates.states]],
    ['states|paymentPage', [...paymentPageStates.states]],
    ['states|availability', [...availabilities]],
    ['states|invoice', [...invoiceStates.states]],
    ['states|payoutBatch', [...payoutBatchStates.states]],
    ['states|invoiceBatch', [...invoiceBatchStates.states]],
    ['states|thirdParty', [...thirdPartyStates]],
    ['states|thirdPartyUpload', [...thirdPartyUploadStates.states]],
    ['thirdPartyFields', [...thirdPartyFields]],
    ['accountConditions', [...accountConditions]],
    ['movementKinds', [...movementKinds]],
    ['movementTypes', ['Debit', 'Credit']],
    ['suspenseReasons', [...suspenseReasons]],
    ['depositActs', [...depositActs]],
    ['states|price', [...priceStates.states]],
    ['states|subscription', [...subscriptionStates.states]],
    ['states|charge', [...chargeStates.states]],
    ['states|mandate', [...mandateStates.states]],
    ['states|subscriptionChange', [...subscriptionChangeStates.states]],
    ['states|testClock', [...testClockStates]],
    ['clockEvents', [...testClockEventKinds]],
    ['clockFailures', [...testClockFailures]],
    ['subscriptionTypes', [...subscriptionTypes]],
    ['periods', [...periods]],
    ['chargeKinds', [...chargeKinds]],
    ['chargeLines', [...ChargeLineRow.shape.kind.options]],
    ['taxCategories', [...taxCategories]],
    ['receivableBuckets', [...receivableBuckets]],
    ['reminderUnits', [...reminderUnits]],
    ['invoiceLooks', [...invoiceLooks]],
    ['outsideMethods', [...recordInvoicePayment.body.shape.method.options]],
    ['pageTypes', [...pageTypes]],
    ['pageFields', Object.keys(paymentPageFields).filter(isVersioned)],
    ['pagePaymentTypes', [...pagePaymentTypes]],
    ['pageFieldTypes', [...pageFieldTypes]],
    ['pageFieldUses', [...fieldUses]],
    ['pageThemes', [...paymentPageFields.theme.answer.options]],
    ['pageEndings', [...paymentPageFields.after_payment.answer.options]],
    ['funnelSteps', [...funnelSteps]],
    ['linkSteps', ['made', ...linkSteps]],
    ['states|payment', [...paymentStates.states]],
    ['states|channel', [...credentialsStates, 'disabled', 'resting', 'trying']],
    ['states|onboarding', [...onboardingStates.states]],
    ['states|channelHealth', [...channelHealths]],
    ['states|refund', [...refundStates.states]],
    ['states|ticket', [...ticketStates.states]],
    ['ticketCategories', [...ticketCategories]],
    ['states|export', [...exportStates.states]],
    ['states|exportSchedule', [...exportScheduleStates.states]],
    ['states|alert', [...alertStates.states]],
    ['alertMetrics', [...alertMetricNames]],
    ['alertComparisons', [...alertComparisons]],
    ['exportPauses', [...exportPauses]],
    ['exportPeriods', [...exportPeriods]],
    ['exportRhythms', [...exportRhythms]],
    ['exportOf', [...exportCalls]],
    ['matchStrengths', [...matchStrengths]],
    ['sheetActs', [...sheetActs]],
    ['sheetVerdicts', [...sheetVerdicts]],
    ['sheetWhys', [...sheetWhys]],
    ['exceptionSheet', told(/'exceptionSheet', '(\w+)'/g).concat('nobody')],
    [
      'reconSummaryColumns',
      ['sheet', 'date', 'key', 'currency', ...Object.keys({ ...summaryCounts, ...summaryAmounts })],
    ],
    ['exportFormats', [...exportFormats]],
    ['exportFailures', [...exportFailures]],
    ['reconAges', [...ageBuckets, ...ageBucketNames]],
    ['decisionActs', [...decisionActs]],
    ['exceptionActs', [...exceptionActs]],
    ['exceptionWaits', exceptionWaits.filter((wait) => wait !== '')],
    ['proposalActs', [...proposalActs]],
    ['states|reconProposal', [...proposalStates.states]],
    ['actRefusals', [...actRefusals]],
    ['proposalRefusals', [...proposalRefusals]],
    ['staleReasons', [...staleReasons]],
    [
      'reconReportAbout',
      [...told(/\baboutWord\('(\w+)'/g), ...Object.keys(exportReconReport.body.shape.filters.unwrap().shape)],
    ],
    ['exportAbout', told(/\blabel\('(\w+)'/g)],
    ['refundReasons', [...refundReasons]],
    ['traits', ['unknown', ...devices, ...authentications, ...payers, 'first', 'later']],
    ['refundMarks', ['pending', 'partial', 'full']],
    ['accounts', accountNames],
    [
      'postings',
      told(
        /'((?:payment|refund|payout|settlement|provider_settlement|remittance)\.(?:psp_settled|unexpected|cut|sent|captured|accepted|asked|succeeded|failed|reserved|released|paid|voided|returned|closed|reopened|decided))'/g,
      ),
    ],
    ['settlementDifferences', [...differenceKinds]],
    ['methods', [...paymentMethods]],
    ['latePayments', [...latePayments]],
    ['deliveryFaults', ['timeout', 'connection', 'tls', 'refused_address', 'too_large']],
    ['confirmationFaults', ['timeout', 'connection', 'tls', 'refused_address', 'too_large', 'busy', 'no_address']],
    ['webhookTypes', [...webhookTypes]],
    ['messageWays', [...messageWays]],
    ['customerMessages', [...subscriptionMessageKinds]],
    ['messageStates', [...messageStates]],
    ['merchantKinds', [...merchantKinds]],
    ['kycStatuses', [...kycStatuses]],
    ['roles', [...roles]],
    ['roleTexts', [...roles]],
    ['merchantFields', [...toldFields]],
    ['merchantTypes', [...merchantTypes]],
    ['accountStates', [...SubMerchant.shape.acc_status.options]],
    ['kycFields', [...Object.keys(saveKyc.body.shape.company.shape), ...Object.keys(kycDocumentKinds)]],
    ['states|bankFile', [...bankFileStates]],
    ['bankVerdicts', [...bankVerdicts]],
    [
      'ownCredentials',
      catalogue.flatMap(({ credentials }) => credentials.filter(({ where }) => where === '').map(({ name }) => name)),
    ],
    ['states|merchant', [...merchantStatuses]],
    ['states|kyc', [...kycStatuses]],
    ['states|kycDocument', ['received', 'accepted', 'refused']],
    ['states|invite', [...inviteStates]],
    ['issuerFaults', [...issuerFaults]],
    ['issuerRemarks', [...issuerRemarks]],
    ['searchKinds', Object.keys(searchKinds)],
    ['screenWords', openScreens()],
    ['ruleNames', roleRules],
    ['ruleTexts', roleRules],
    ['userEvents', [...userEvents]],
    ['states|user', [...userStatuses]],
    ['knownSecrets', [...knownSecrets]],
    ['signatureCauses', [...signatureCauses]],
    ['signedObjects', [...checkedObjects]],
    ['statusClasses', [...statusClasses]],
    ['notices', calls.flatMap(({ notice }) => notice ?? [])],
    [
      'columns',
      [
        ...lists.flatMap(({ columns, filters }) => [...Object.keys(columns), ...Object.keys(filters)]),
        ...lists.flatMap(({ columns }) =>
          Object.values(columns as Record<string, Column>).flatMap(({ title }) => title ?? []),
        ),
        ...Object.keys(invoiceLineColumns),
        ...extraColumns,
        ...Object.keys(reconReportColumns),
        ...Object.keys(summarySums),
        'code_of',
      ],
    ],
  ]
  for (const [name, words] of exactly)
    it(name, () => {
      expect(group(name).toSorted()).toEqual([...new Set(words)].toSorted())
    })

  it('timeline: exactly the events that the server writes', () => {
    const receipts = ['receipt_paid', 'receipt_part', 'receipt_whole']
    const events = [
      'refund_succeeded',
      'refund_failed',
      ...receipts,
      // What becomes of an authorisation, and call-backs that make us ask.
      ...told(/\basked: '\w+', refused: '(\w+)'/g),
      ...told(/\bcaptureRefused = '(\w+)'/g),
      ...told(/\basked: '(\w+)', refused: /g),
      ...told(/outcome: '(\w+)', effect/g),
      ...told(/\baddTimelineEntry\((?:ctx|then), ['\w.]+, [\w.]+, '(\w+)'/g),
      // What moves a payout.
      ...told(/^ {2}\w+: '(payout_(?!batch)\w+)',$/gm),
      ...told(/\bmove\(ctx, \w+, '(payout_\w+)'/g),
      ...told(/^ {2}(?:cut|hold|release|end|send|succeed|fail|return|retry): '(remittance_\w+)',$/gm),
      // A message of an invoice, and a payment of a part of it.
      ...told(/\baddTimelineEntry\(ctx, 'invoice', ref, kind === 'send' \? '(\w+)'/g),
      ...told(/\baddTimelineEntry\(ctx, 'invoice', ref, kind === 'send' \? '\w+' : '(\w+)'/g),
      // A method that is the first one, or replaces another.
      ...told(/\baddTimelineEntry\(ctx, 'subscription', [\w.]+, before \? '(\w+)'/g),
      ...told(/\baddTimelineEntry\(ctx, 'subscription', [\w.]+, before \? '\w+' : '(\w+)'/g),
      ...told(/\bpaidEvent: .* \? '(\w+)' : 'paid'/g),
    ]
    // The events of a payment are the type of `tellOf`'s event; its payable has them as `attempt_…` or `paid`.
    const outcomes = told(/ {2}event: ((?:'\w+'(?: \| )?)+),/g).flatMap((union) => union.match(/\w+/g) ?? [])
    const attempts = outcomes.filter((event) => event !== 'captured').map((event) => `attempt_${event}`)
    expect(events.length).toBeGreaterThan(5)
    expect(group('timeline').toSorted()).toEqual(
      Array.from(new Set<string>([...events, ...outcomes, ...attempts, 'paid'])).toSorted(),
    )
  })

  it('field reasons: exactly those that the server gives', () => {
    const given = [
      ...told(/reason: '([a-z_]+)',? (?:text|path)/g),
      ...told(/^ {2}(malformed|scheme|not_https|userinfo|port|host|address): '/gm),
      ...told(/fieldFault\('\w+', '\w+', '(\w+)'/g),
      ...told(/^ {2}([a-z_]+): '(?:This|Write|Use) /gm),
    ]
    expect(given.length).toBeGreaterThan(10)
    expect([...new Set(given)].filter((reason) => !english.has(`fieldReasons|${reason}`))).toEqual([])
  })
})

/** What a version of a page keeps, and the address, whose change it names. */
function isVersioned(name: string): boolean {
  const field: Field | undefined = (paymentPageFields as Record<string, Field>)[name]
  return field?.request !== undefined && !['merchant_order_id', 'stock', 'stock_available'].includes(name)
}
function isList(value: unknown): value is { columns: object; filters: object } {
  return typeof value === 'object' && value !== null && 'columns' in value && 'filters' in value
}
/** The screens that some user may open by the path alone. */
function openScreens(): string[] {
  const flags = { master: true, crossBorder: true, onboarded: true, reconAnalytics: true, reconDashboard: true, reconReports: true } // prettier-ignore
  const kinds = [flags, { ...flags, crossBorder: false }, { ...flags, master: false }]
  return kinds.flatMap((of) => screensOf({ roles: [...roles], flags: of }).map(({ name }) => name))
}
function deniedBy(): Set<Denial> {
  const all = Object.values(rules).flatMap(({ checks }) =>
    (checks as readonly (readonly [unknown, Denial])[]).map(([, why]) => why),
  )
  return new Set<Denial>(['role', ...all])
}
