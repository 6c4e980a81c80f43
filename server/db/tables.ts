// Written by `npm run tables` from the migrations and tools/column-types.ts; changes by hand are lost.
import type { Generated, JSONColumnType } from 'kysely'
import type { Role } from '#contract/access.ts'
import type { AccountWarning } from '#contract/account-fields.ts'
import type { Bank } from '#contract/banks.ts'
import type { DeclineReason } from '#contract/declines.ts'
import type { FeeComponent, FeeFormula } from '#contract/fee-shapes.ts'
import type { InviteWay } from '#contract/invites.ts'
import type { NumberSeries } from '#contract/invoice-numbers.ts'
import type { ChosenColumn } from '#contract/kit/columns.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { KycCompany, KycDocument } from '#contract/kyc.ts'
import type { MessageWay } from '#contract/messages.ts'
import type { MethodDetails } from '#contract/method-details.ts'
import type { OfferedMethod, PaymentMethod } from '#contract/methods.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { OnboardingChecks, OnboardingFacts } from '#contract/onboarding.ts'
import type { PaymentState } from '#contract/payment-states.ts'
import type { ShownRecord } from '#contract/recon-decision-shapes.ts'
import type { SheetWhy } from '#contract/recon-exception-sheets.ts'
import type { Mapping } from '#contract/recon-mapping-shapes.ts'
import type { RecordMark } from '#contract/recon-records.ts'
import type { ReconRule } from '#contract/recon-rule-shapes.ts'
import type { ReconDryRunResult } from '#contract/recon-rules.ts'
import type { ReconRunCause, ReconTotal } from '#contract/recon-runs.ts'
import type { RefundRowFault } from '#contract/refund-batches.ts'
import type { RoutingReason } from '#contract/routing.ts'
import type { ScreeningMatch } from '#contract/screening.ts'
import type { TableName } from '#contract/table-names.ts'
import type { TestClockEventKind, TestClockFailure } from '#contract/test-clocks.ts'
import type { UserEvent } from '#contract/users.ts'
import type { WebhookType } from '#contract/webhooks.ts'
import type { Language } from '#i18n/languages.ts'
import type { Changes } from '#server/kit/ctx.ts'
import type { KeptAttachment } from './kept-attachment.ts'
import type { KeptBacktest } from './kept-backtest.ts'
import type { KeptDetails } from './kept-details.ts'
import type { KeptRequest } from './kept-export.ts'
import type { KeptFeeTerms } from './kept-fee-terms.ts'
import type { CreditedLine, KeptGlimpse, KeptInvoice, KeptInvoiceSettings, KeptSeller, KeptSheetFault, KeptSheetRow, KeptSuggestion, KeptTemplate } from './kept-invoice.ts'
import type { KeptLimitSubject } from './kept-limit-subject.ts'
import type { KeptLimits } from './kept-limits.ts'
import type { KeptMapping } from './kept-mapping.ts'
import type { KeptAnswers, KeptPage, KeptPageContent } from './kept-page.ts'
import type { KeptPayoutRule } from './kept-payout-rule.ts'
import type { KeptSheetReading } from './kept-payout-sheet.ts'
import type { KeptPlan } from './kept-plan.ts'
import type { KeptFault, KeptProof } from './kept-recon.ts'
import type { KeptArms, KeptChannel, KeptConditions, KeptTrial, Skipped } from './kept-routing.ts'
import type { KeptChargeLine, KeptCost, KeptNote } from './kept-subscription.ts'
import type { ProviderWord } from './provider-word.ts'

/** The tables as queries see them. */
export interface Tables {
  account_movements: {
    merchant_id: string
    environment: Environment
    account_no: string
    number: bigint
    at: Date
    actual_at: Date
    kind: 'deposit' | 'payout' | 'fee' | 'tax' | 'return'
    txn_ref: string
    channel_ref: Generated<string>
    other_side: Generated<string>
    currency: Currency
    amount_minor: bigint
    balance_minor: bigint
    transfer_id: string
    size_minor: Generated<bigint>
  }
  alerts: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    alert_id: string
    name: string
    metric: 'success_rate' | 'provider_fault_rate' | 'provider_faults' | 'open_attempts' | 'attempts' | 'time_to_pay' | 'webhook_failure_rate' | 'webhook_wait'
    comparison: 'above' | 'below'
    channel_key: string
    threshold: string
    minutes: number
    least_cases: number | null
    recipients: string[]
    status: 'quiet' | 'firing' | 'off'
    turning_since: Date | null
    fired_at: Date | null
    cleared_at: Date | null
    checked_at: Date | null
    value: string | null
    cases: Generated<number>
    next_at: Date | null
    created_by: string
    created_at: Date
  }
  api_calls: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    call_id: string
    at: Date
    method: 'GET' | 'POST' | 'PUT' | 'DELETE'
    route: string
    status: number
    reason: string
    duration_ms: number
    answer_bytes: number
    request_id: string
    credential: string
    address: string
  }
  audit_anchors: {
    merchant_id: string
    environment: Environment
    seq: bigint
    link: Buffer
    at: Date
    key_id: Buffer
    mac: Buffer
  }
  audit_checks: {
    merchant_id: string
    environment: Environment
    verified_seq: bigint
    verified_at: Date
    found_seq: bigint | null
    finding: Generated<string>
  }
  audit_events: {
    merchant_id: string
    environment: Environment
    event_id: string
    at: Date
    actor_merchant_id: string | null
    actor_id: string | null
    actor_name: string
    action: string
    object_ref: string
    result: 'done' | 'denied'
    why: string
    address: string
    request_id: string
    changes: JSONColumnType<Changes, string | undefined>
    seq: bigint | null
    key_id: Buffer | null
    mac: Buffer | null
    link: Buffer | null
  }
  audit_heads: {
    merchant_id: string
    environment: Environment
    seq: bigint
    link: Buffer
  }
  audit_unchained: {
    merchant_id: string
    environment: Environment
    events: bigint
    digest: Buffer
    at: Date
    key_id: Buffer
    mac: Buffer
  }
  auth_tokens: {
    merchant_id: string
    token_hash: Buffer
    made_by: Buffer
    created_at: Date
    expires_at: Date
  }
  bank_file_payouts: {
    merchant_id: string
    environment: Environment
    txn_ref: string
    file_id: string
    group_id: string
  }
  bank_files: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    file_id: string
    channel_key: string
    msg_id: string
    currency: Currency
    payouts: number
    total_minor: bigint
    content_sealed: Buffer
    made_by: string
    made_at: Date
    asked_by: string | null
    asked_by_name: Generated<string>
    asked_at: Date | null
    reason: Generated<string>
    evidence: Generated<string>
    withdrawn_by: Generated<string>
    withdrawn_at: Date | null
    updated_at: Date
  }
  bank_lines: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    channel_key: string
    line_key: Buffer
    line_id: string
    format: string
    verdict: 'paid' | 'failed' | 'returned' | 'deposit' | 'deposit_suspended' | 'unmatched' | 'amount_differs' | 'paid_twice' | 'contradicts'
    txn_ref: Generated<string>
    bank_ref: Generated<string>
    currency: Currency
    amount_minor: bigint
    direction: 'CRDT' | 'DBIT'
    other_side: Generated<string>
    line_text: Generated<string>
    booked_at: Date
    brought_by: string
    brought_at: Date
    explained_by: Generated<string>
    explained_at: Date | null
    explanation: Generated<string>
  }
  bank_lists: {
    country: string
    banks: JSONColumnType<Bank[]>
    loaded_at: Date
  }
  beneficiaries: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    beneficiary_uuid: string
    name: string
    email: Generated<string>
    phone: Generated<string>
    address: Generated<string>
    country: string
    language: Generated<Language>
    fee_payer: Generated<'SENDER' | 'RECEIVER'>
    one_off: Generated<boolean>
    active: Generated<boolean>
    created_by: string
    created_at: Date
    updated_at: Date
    screening: Generated<'NOT_SCREENED' | 'WAITING' | 'CLEAR' | 'POSSIBLE_MATCH' | 'ALLOWED' | 'BLOCKED'>
    screened_with: Generated<bigint>
    screened_at: Date | null
    screening_matches: JSONColumnType<ScreeningMatch[], string | undefined>
    screening_decided_by: Generated<string>
    screening_reason: Generated<string>
  }
  beneficiary_account_changes: {
    merchant_id: string
    environment: Environment
    account_uuid: string
    change_id: string
    version: number
    sub_user_id: string | null
    at: Date
  }
  beneficiary_accounts: {
    merchant_id: string
    environment: Environment
    account_uuid: string
    beneficiary_uuid: string
    version: Generated<number>
    account_type: 'BANK' | 'CARD' | 'MOBILE'
    country: string
    account_name: string
    account_no_sealed: Buffer
    account_digest: string
    last_four: string
    bank_code: Generated<string>
    bank_name: Generated<string>
    fields: JSONColumnType<Record<string, string>, string | undefined>
    is_default: Generated<boolean>
    active: Generated<boolean>
    warnings: JSONColumnType<AccountWarning[], string | undefined>
    name_check: Generated<'UNCHECKED' | 'MATCH' | 'CLOSE_MATCH' | 'NO_MATCH' | 'NOT_POSSIBLE'>
    name_at_bank: Generated<string>
    name_reason: Generated<string>
    name_checked_at: Date | null
    waits_until: Date | null
    changed_by: string
    changed_at: Date
    created_at: Date
  }
  beneficiary_settings: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    waiting_hours: number
    updated_at: Date
  }
  channel_rest_events: {
    merchant_id: string
    environment: Environment
    event_id: string
    channel_key: string
    type: OfferedMethod
    sub_type: string
    at: Date
    event: 'begun' | 'ended'
    cause: 'faults' | 'try' | 'person'
    until: Date | null
    tries: number
    failed: number
    actor_name: string
    reason: string
  }
  channel_rests: {
    merchant_id: string
    environment: Environment
    channel_key: string
    type: OfferedMethod
    sub_type: string
    times: number
    began_at: Date
    until: Date
    tried_at: Date | null
  }
  column_choices: {
    merchant_id: string
    sub_user_id: string
    list: TableName
    columns: JSONColumnType<ChosenColumn[]>
  }
  confirmation_addresses: {
    merchant_id: string
    environment: Environment
    url: string
    changed_at: Date
  }
  country_methods: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    country: string
    channel_key: string
    type: string
    sub_type: string
    is_enabled: boolean
    is_default: boolean
  }
  credential_uses: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    credential_id: string
    used_at: Date
    address: string
  }
  credit_notes: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    credit_note_ref: string
    invoice_ref: string
    credit_note_number: string
    stem: string
    counter: bigint
    currency: Currency
    amount_minor: bigint
    applied_minor: bigint
    lines: JSONColumnType<CreditedLine[]> | null
    reason: string
    refund_id: string
    created_at: Date
    created_by: string
  }
  deposits: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    deposit_id: string
    account_no: string
    channel_key: string
    deposit_ref: string
    currency: Currency
    amount_minor: bigint
    payer: Generated<string>
    came_at: Date
    by_hand: Generated<boolean>
    state: 'Asked' | 'Refused' | 'Suspense' | 'Credited' | 'SendingBack' | 'SentBack'
    suspense_reason: Generated<'' | 'unknown_account' | 'closed_account' | 'other_currency' | 'condition' | 'unmatched_return'>
    asked: Generated<'' | 'enter' | 'credit' | 'send_back'>
    asked_by: string | null
    asked_by_name: Generated<string>
    asked_at: Date | null
    reason: Generated<string>
    evidence: Generated<string>
    decided_by_name: Generated<string>
    decided_at: Date | null
    created_at: Date
    updated_at: Date
  }
  export_files: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    export_id: string
    status: 'queued' | 'running' | 'ready' | 'failed' | 'cancelled' | 'expired'
    reason: Generated<'' | 'too_large' | 'no_room' | 'no_right' | 'gone' | 'internal'>
    of: string
    path: JSONColumnType<Record<string, string>>
    request: JSONColumnType<KeptRequest>
    sub_merchant: string
    format: 'xlsx' | 'csv'
    needs: Generated<string[]>
    run: Generated<number>
    rows: Generated<number>
    size_bytes: Generated<bigint>
    parts: Generated<number>
    digest: Generated<string>
    schedule_id: string | null
    schedule: Generated<string>
    due_at: Date | null
    shared_with: Generated<string[]>
    created_by: string
    created_by_id: string
    created_at: Date
    finished_at: Date | null
    expires_at: Date | null
    updated_at: Date
  }
  export_parts: {
    merchant_id: string
    environment: Environment
    export_id: string
    run: number
    place: number
    bytes_sealed: Buffer
  }
  export_schedules: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    schedule_id: string
    name: string
    status: 'active' | 'paused'
    reason: Generated<'' | 'no_right' | 'gone'>
    of: string
    path: JSONColumnType<Record<string, string>>
    request: JSONColumnType<KeptRequest>
    sub_merchant: string
    format: 'xlsx' | 'csv'
    every: 'day' | 'week' | 'month'
    weekday: number
    month_day: number
    hour: number
    period: 'yesterday' | 'last_7_days' | 'last_week' | 'last_30_days' | 'last_month' | 'all'
    recipients: string[]
    created_by: string
    created_by_id: string
    created_at: Date
    next_at: Date | null
    last_at: Date | null
    time_zone: Generated<string>
  }
  fee_checked_files: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    recon_id: string
    checked_at: Date
  }
  fee_checks: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    check_ref: string
    identity: string
    recon_id: string
    channel_key: string
    at: Date
    txn_type: 'payment' | 'refund' | 'chargeback'
    payment_method: string
    txn_ref: string
    merchant_order_ref: string
    gross: string
    gross_currency: string
    currency: string
    outcome: 'exact' | 'within' | 'mismatch' | 'no_plan' | 'no_base'
    charged_fee: string
    charged_tax: string
    expected_fee: string
    expected_tax: string
    difference: string
    passed_on: string
    plan_id: string | null
    formula: JSONColumnType<FeeFormula> | null
    claim_ref: string | null
    checked_at: Date
  }
  fee_claims: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    claim_ref: string
    state: 'open' | 'sent' | 'recovered' | 'accepted'
    channel_key: string
    currency: string
    amount: string
    rows: number
    note: string
    created_by: string
    created_at: Date
    sent_to: Generated<string>
    sent_at: Date | null
    recovered: Generated<string>
    recovery_ref: Generated<string>
    closed_by: Generated<string>
    closed_at: Date | null
  }
  fee_plans: {
    merchant_id: string
    environment: Environment
    channel_key: string
    currency: string
    percent_fee: string
    minimum_fee_minor: bigint
    flat_fee_minor: bigint
    tax_percent: string
    plan_id: Generated<string>
    parent_id: string | null
    txn_type: Generated<'payment' | 'refund' | 'chargeback'>
    payment_method: Generated<string>
    payment_sub_type: Generated<string>
    country: Generated<string>
    amount_from_minor: bigint | null
    amount_to_minor: bigint | null
    months: number | null
    tax_included: Generated<boolean>
    components: JSONColumnType<FeeComponent[], string | undefined>
    settlement_days: Generated<number>
    rounding: Generated<'half_even' | 'half_up'>
    is_enabled: Generated<boolean>
    valid_from: Date | null
    valid_to: Date | null
    created_at: Generated<Date>
    created_by: Generated<string>
    specificity: Generated<number>
  }
  fee_tolerances: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    channel_key: string
    tolerance: string
    updated_at: Date
    updated_by: string
  }
  holiday_calendars: {
    country: string
    first_year: number
    last_year: number
    holidays: JSONColumnType<Record<string, string>>
    loaded_at: Date
  }
  idempotency_keys: {
    merchant_id: string
    environment: Environment
    owner: string
    key: string
    operation: string
    fingerprint: Buffer
    status: number | null
    answer: string | null
    created_at: Date
  }
  integration_marks: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    mark: 'first_call' | 'first_signed_link' | 'last_bad_signature'
    at: Date
    route: string
    why: string
    request_id: string
  }
  invoice_archive_items: {
    merchant_id: string
    environment: Environment
    archive_id: string
    place: number
    invoice_ref: string
    state: 'waiting' | 'ready' | 'left_out'
    file_name: Generated<string>
    standing: Generated<'' | 'issued' | 'voided'>
    bytes: Buffer | null
    reason: Generated<string>
  }
  invoice_archives: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    archive_id: string
    status: 'running' | 'done'
    total: number
    done_count: Generated<number>
    left_out_count: Generated<number>
    created_at: Date
    created_by: string
    created_by_id: string | null
    finished_at: Date | null
    fetched_at: Date | null
    told_at: Date | null
    updated_at: Date
  }
  invoice_batch_items: {
    merchant_id: string
    environment: Environment
    batch_id: string
    place: number
    state: 'ready' | 'made' | 'known' | 'failed'
    source_key: Buffer
    invoice_ref: Generated<string>
    currency: Currency | ''
    amount_minor: bigint | null
    rows: JSONColumnType<KeptSheetRow[]>
    faults: JSONColumnType<KeptSheetFault[], string | undefined>
  }
  invoice_batches: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    batch_id: string
    file_name: string
    status: 'checked' | 'running' | 'done'
    dry_run: boolean
    rows: number
    invoices: number
    made_count: number
    known_count: number
    failed_count: number
    totals: JSONColumnType<Partial<Record<Currency, string>>>
    first: JSONColumnType<KeptGlimpse[]>
    head: JSONColumnType<string[]>
    created_at: Date
    created_by: string
    created_by_id: string | null
    finished_at: Date | null
    updated_at: Date
  }
  invoice_days: {
    merchant_id: string
    environment: Environment
    currency: Currency
    due_date: string
    invoices: bigint
    due_minor: string
  }
  invoice_deltas: {
    merchant_id: string
    environment: Environment
    delta_id: Generated<bigint>
    currency: Currency
    due_date: string
    invoices: bigint
    due_minor: bigint
  }
  invoice_files: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    ref: string
    form: 'pdf' | 'ubl' | 'cii'
    standing: 'issued' | 'voided'
    digest: Buffer
    bytes: Buffer
    created_at: Date
  }
  invoice_gaps: {
    merchant_id: string
    environment: Environment
    series: NumberSeries
    stem: string
    first: bigint
    last: bigint
    reason: string
    actor_name: string
    at: Date
  }
  invoice_messages: {
    merchant_id: string
    environment: Environment
    invoice_ref: string
    message_id: string
    kind: 'send' | 'reminder'
    way: MessageWay
    recipient: string
    at: Date
  }
  invoice_openings: {
    merchant_id: string
    environment: Environment
    invoice_ref: string
    day: string
  }
  invoice_outside_payments: {
    merchant_id: string
    environment: Environment
    invoice_ref: string
    order_ref: string
    received_on: string
    method: 'cash' | 'bank_transfer' | 'cheque' | 'other'
    evidence: string
    created_at: Date
    created_by: string
  }
  invoice_payments: {
    merchant_id: string
    environment: Environment
    invoice_ref: string
    order_ref: string
    part: number
    amount_minor: bigint
    at: Date
  }
  invoice_reminders: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    invoice_ref: string
    unit: 'hours_before_due_date' | 'hours_after_due_date' | 'days_before_due_date' | 'days_after_due_date'
    time: number
    at: Date
    time_zone: string
    state: 'planned' | 'sent' | 'skipped'
    reason: string
    claimed_at: Date | null
  }
  invoice_sendings: {
    merchant_id: string
    environment: Environment
    invoice_ref: string
    ways: MessageWay[]
    language: Language | ''
    recipients: string[]
  }
  invoice_series: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    series: 'invoice' | 'credit_note'
    stem: string
    counter: bigint
    last_at: Date
    checked: Generated<bigint>
  }
  invoice_settings: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    revision: number
    settings: JSONColumnType<KeptInvoiceSettings>
    updated_at: Date
  }
  invoice_suggestions: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    kind: 'customer' | 'item'
    key: string
    label: string
    label_lower: string
    value: JSONColumnType<KeptSuggestion>
    used_at: Date
  }
  invoice_templates: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    template_ref: string
    name: string
    name_lower: string
    currency: Currency
    content: JSONColumnType<KeptTemplate>
    revision: number
    deleted_at: Date | null
    created_at: Date
    created_by: string
    updated_at: Date
  }
  invoices: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    invoice_ref: string
    merchant_invoice_ref: string
    invoice_number: string
    stem: Generated<string>
    counter: bigint | null
    status: 'created' | 'scheduled' | 'sent' | 'overdue' | 'paid' | 'paid_late' | 'partially_refunded' | 'refunded' | 'voided'
    voided_from: Generated<'' | 'created' | 'scheduled' | 'sent' | 'overdue'>
    voided_at: Date | null
    revision: number
    customer_name: string
    customer_name_lower: string
    email: string
    email_lower: string
    phone: string
    country: string
    currency: Currency
    amount_minor: bigint
    sub_total_minor: bigint
    paid_minor: Generated<bigint>
    credited_minor: Generated<bigint>
    applied_minor: Generated<bigint>
    refunded_minor: Generated<bigint>
    due_minor: bigint
    parts: Generated<number>
    invoice_date: string
    due_date: string
    scheduled_at: Date | null
    sent_at: Date | null
    paid_at: Date | null
    language: Language
    time_zone: string
    template_ref: string
    template_name: string
    late_payment: 'accept' | 'hold' | 'refund'
    allow_partial: boolean
    least_partial_minor: bigint
    success_url: string
    failure_url: string
    source: string
    replaces: string
    content: JSONColumnType<KeptInvoice>
    seller: JSONColumnType<KeptSeller> | null
    created_at: Date
    created_by: string
    created_by_id: string | null
    updated_at: Date
  }
  known_devices: {
    merchant_id: string
    sub_user_id: string
    device_hash: Buffer
    last_used_at: Date
  }
  kyc_cases: {
    merchant_id: string
    company: JSONColumnType<KycCompany, string | undefined>
    note: Generated<string>
    link_round: Generated<number>
    link_expires_at: Date | null
    link_sent_at: Date | null
    submitted_at: Date | null
    reviewed_at: Date | null
    reviewed_by: Generated<string>
  }
  kyc_documents: {
    merchant_id: string
    document_id: string
    kind: 'business_registration' | 'owner_identity' | 'proof_of_address' | 'bank_statement'
    name: string
    type: KycDocument['type']
    size_bytes: number
    content_sealed: Buffer
    state: Generated<'received' | 'accepted' | 'refused'>
    reason: Generated<string>
    created_at: Date
  }
  ledger_entries: {
    merchant_id: string
    environment: Environment
    transfer_id: string
    line: number
    account: string
    currency: Currency
    amount_minor: bigint
  }
  ledger_transfers: {
    merchant_id: string
    environment: Environment
    transfer_id: string
    kind: string
    business_key: string
    object_type: string
    object_ref: string
    at: Date
    rate: string | null
  }
  left_callbacks: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    channel_key: string
    address: string
    due_at: Date
  }
  lent_channels: {
    merchant_id: string
    environment: Environment
    channel_key: string
    lender_id: string
  }
  link_counts: {
    merchant_id: string
    environment: Environment
    since: Date
  }
  link_days: {
    merchant_id: string
    environment: Environment
    day: string
    currency: Currency
    step: 'made' | 'opened' | 'started' | 'paid'
    band: number
    links: bigint
  }
  link_deltas: {
    merchant_id: string
    environment: Environment
    delta_id: Generated<bigint>
    day: string
    currency: Currency
    step: 'made' | 'opened' | 'started' | 'paid'
    band: number
    links: bigint
  }
  logins: {
    email_lower: string
    merchant_id: string
    sub_user_id: string
  }
  mandates: {
    merchant_id: string
    environment: Environment
    mandate_ref: string
    order_ref: string
    state: 'requested' | 'active' | 'revoked' | 'expired' | 'failed'
    channel_key: string
    method: OfferedMethod
    method_sub_type: string
    provider_key: string
    provider_ref: Generated<string>
    token: Buffer | null
    channel_token: string | null
    method_details: JSONColumnType<MethodDetails>
    masked: Generated<string>
    brand: Generated<string>
    expires_at: Date | null
    consent: string
    language: Language
    consent_version: number
    ip_address: string
    user_agent: string
    agreed_at: Date
    asked_at: Date | null
    activated_at: Date | null
    ended_at: Date | null
    end_reason: Generated<string>
    revocation: Generated<'' | 'due' | 'done'>
    updated_at: Date
  }
  merchant_changes: {
    merchant_id: string
    change_id: string
    at: Date
    actor_name: string
    changes: JSONColumnType<Changes>
  }
  merchant_invites: {
    merchant_id: string
    invite_id: string
    email: string
    email_lower: string
    merchant_type: 'MANAGED' | 'CROSS_BORDER' | 'OWNED'
    for_merchant_id: string | null
    language: Language
    state: Generated<'INVITED' | 'ACCEPTED' | 'EXPIRED' | 'DECLINED'>
    round: Generated<number>
    created_at: Date
    sent_at: Date
    expires_at: Date
    ended_at: Date | null
    accepted_by: string | null
  }
  merchant_logos: {
    merchant_id: string
    digest: Buffer
    picture: Buffer
    type: string
    created_at: Date
  }
  merchants: {
    merchant_id: string
    key: string
    slug: string
    name: string
    brand_name: Generated<string>
    website_url: Generated<string>
    email: string
    country: string
    currency: Currency
    time_zone: Generated<string>
    logo: Generated<string>
    kind: 'single' | 'master' | 'managed' | 'owned'
    master_id: string | null
    master_access: Generated<boolean>
    status: Generated<'ACTIVE' | 'INACTIVE'>
    kyc_status: Generated<'PENDING' | 'SUBMITTED' | 'APPROVED' | 'REJECTED' | 'RESUBMIT'>
    cross_border_enabled: Generated<boolean>
    verify_payouts_enabled: Generated<boolean>
    recon_analytics_enabled: Generated<boolean>
    recon_dashboard_enabled: Generated<boolean>
    recon_reports_enabled: Generated<boolean>
    wrapped_key: Buffer
    secret_sealed: Buffer
    created_at: Date
    revision: Generated<number>
    require_two_step: Generated<boolean>
    phone: Generated<string>
    login_allowed: Generated<boolean>
    use_master_creds: Generated<boolean>
    cross_border_model: Generated<'' | 'PARTNERSHIP'>
    former_master_id: string | null
    get_started_dismissed: Generated<boolean>
    send_receipts: Generated<boolean>
    secret_version: Generated<number>
    secret_rotated_at: Date | null
    previous_secret_sealed: Buffer | null
    previous_secret_ends_at: Date | null
    previous_secret_signs: Generated<boolean>
    recon_closes_settlements: Generated<boolean>
    language: Generated<Language | ''>
  }
  messages: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    message_id: string
    way: 'email' | 'sms'
    recipient: string
    subject: string
    text_sealed: Buffer
    about_type: string
    about_ref: string
    state: Generated<'pending' | 'sent' | 'outbox' | 'failed'>
    attempts: Generated<number>
    next_attempt_at: Date | null
    fault: Generated<string>
    created_at: Date
    settled_at: Date | null
    language: Generated<Language>
    once: string | null
    brand_name: Generated<string>
    brand_logo: Generated<string>
    attachments: JSONColumnType<KeptAttachment[], string | undefined>
    bounced: Generated<boolean>
  }
  notices: {
    merchant_id: string
    notice_id: string
    environment: 'sandbox' | 'live' | ''
    kind: string
    facts: JSONColumnType<Record<string, string>>
    to_sub_user: string | null
    once: string | null
    state: Generated<'new' | 'told'>
    created_at: Date
    except_sub_user: string | null
  }
  notification_languages: {
    merchant_id: string
    sub_user_id: string
    language: Language
  }
  notification_mails: {
    merchant_id: string
    sub_user_id: string
    environment: 'sandbox' | 'live' | ''
    kind: NotificationKind
    sent_at: Date | null
    due_at: Date | null
  }
  notification_preferences: {
    merchant_id: string
    sub_user_id: string
    kind: NotificationKind
    console: boolean
    email: boolean
  }
  notifications: {
    merchant_id: string
    sub_user_id: string
    notice_id: string
    environment: 'sandbox' | 'live' | ''
    in_console: boolean
    mail_due: boolean
    read_at: Date | null
  }
  onboarding_cases: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    catalogue_key: string
    case_id: string
    state: Generated<'NOT_STARTED' | 'PENDING' | 'ACTIVE' | 'ACTION_REQUIRED' | 'REJECTED'>
    round: Generated<number>
    facts: JSONColumnType<OnboardingFacts, string | undefined>
    reason: Generated<string>
    checks: JSONColumnType<OnboardingChecks, string | undefined>
    account_ref: Generated<string>
    action_url: Generated<string>
    expires_at: Date | null
    opening_until: Date | null
    handed_in_at: Date | null
    asked_at: Date | null
    asking_since: Date | null
    next_ask_at: Date | null
    connected_as: Generated<string>
    created_at: Date
  }
  one_time_tokens: {
    merchant_id: string
    sub_user_id: string
    purpose: 'verify_email' | 'reset_password' | 'accept_invitation'
    token_hash: Buffer
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  page_deltas: {
    merchant_id: string
    environment: Environment
    page_ref: string
    delta_id: Generated<bigint>
    captured_minor: bigint
    refunded_minor: bigint
    units_sold: bigint
    orders: bigint
  }
  page_funnel: {
    merchant_id: string
    environment: Environment
    page_ref: string
    day: string
    language: Language | ''
    step: 'opened' | 'began' | 'ordered' | 'attempted' | 'paid'
    slot: number
    count: bigint
  }
  page_names: {
    environment: 'sandbox' | 'live'
    name: string
    merchant_id: string
    page_ref: string
    given_up_at: Date | null
  }
  page_orders: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    order_ref: string
    page_ref: string
    merchant_order_ref: string
    status: 'created' | 'processing' | 'success' | 'expired' | 'cancelled'
    version: number
    quantity: number
    unit_minor: bigint
    amount_minor: bigint
    currency: Currency
    country: string
    title: string
    language: Language
    name: string
    email: string
    phone: string
    answers: JSONColumnType<KeptAnswers>
    ip_address: string
    limited: boolean
    units: 'reserved' | 'sold' | 'released'
    attempt_ref: string
    tried: boolean
    expires_at: Date | null
    created_at: Date
  }
  page_pictures: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    digest: Buffer
    picture: Buffer
    type: string
    created_at: Date
  }
  page_stocks: {
    merchant_id: string
    environment: Environment
    page_ref: string
    limited: boolean
    stocked: bigint
    available: bigint
    reserved: bigint
    sold: bigint
  }
  page_sums: {
    merchant_id: string
    environment: Environment
    page_ref: string
    captured_minor: string
    refunded_minor: string
    units_sold: string
    orders: string
  }
  page_versions: {
    merchant_id: string
    environment: Environment
    page_ref: string
    version: number
    at: Date
    actor_name: string
    restored: number
    page: JSONColumnType<KeptPage>
    changed: string[]
  }
  passkey_challenges: {
    merchant_id: string
    sub_user_id: string
    challenge_hash: Buffer
    purpose: 'enrol' | 'prove'
    about: string
    expires_at: Date
  }
  passkey_sign_ins: {
    challenge_hash: Buffer
    browser_hash: Buffer
    expires_at: Date
  }
  passkeys: {
    merchant_id: string
    sub_user_id: string
    passkey_id: string
    credential_id: string
    name: string
    public_key: Buffer
    counter: bigint
    transports: string[]
    is_synced: boolean
    created_at: Date
    last_used_at: Date | null
    is_resident: Generated<boolean>
  }
  payment_channels: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    channel_key: string
    provider: string
    name: string
    country: Generated<string>
    is_enabled: Generated<boolean>
    creds_sealed: Buffer
    created_at: Date
    catalogue_key: Generated<string>
    pay_type: Generated<'PAYIN' | 'PAYOUT'>
    is_va_flow: Generated<boolean>
    credentials_state: Generated<'none' | 'missing' | 'unverified' | 'working' | 'refused'>
    credentials_version: Generated<number>
    checked_at: Date | null
    provider_word: JSONColumnType<ProviderWord, string | undefined>
    callback_address: Generated<string>
    callback_version: Generated<number>
    by_partner: Generated<boolean>
    removed_at: Date | null
    forget_at: Date | null
    is_forgotten: Generated<boolean>
  }
  payment_confirmations: {
    merchant_id: string
    environment: Environment
    order_ref: string
    request_id: string
    state: 'asking' | 'capture' | 'void' | 'dropped'
    created_at: Date
    decided_at: Date | null
    status: Generated<number>
    fault: Generated<string>
    reason: Generated<string>
    note: Generated<string>
  }
  payment_days: {
    merchant_id: string
    environment: Environment
    time_zone: string
    day: string
    currency: Currency
    status: PaymentState
    payment_method: string
    channel_key: string
    payments: bigint
    amount_minor: string
    fee_minor: string
    fee_tax_minor: string
    held_minor: string
    refunded_minor: Generated<string>
  }
  payment_deltas: {
    merchant_id: string
    environment: Environment
    delta_id: Generated<bigint>
    bucket: Date
    currency: Currency
    status: PaymentState
    payment_method: string
    channel_key: string
    payments: bigint
    amount_minor: bigint
    fee_minor: bigint
    fee_tax_minor: bigint
    held_minor: bigint
    refunded_minor: Generated<bigint>
    source: string | null
    payment_sub_type: string | null
    status_reason: string | null
    country: string | null
    language: string | null
    device: string | null
    system: string | null
    browser: string | null
    card_brand: string | null
    authentication: string | null
    payer: string | null
    orders: Generated<bigint>
    faults: Generated<bigint>
    timed: Generated<bigint>
    paid_seconds: Generated<bigint>
  }
  payment_hours: {
    merchant_id: string
    environment: Environment
    time_zone: string
    currency: Currency
    status: PaymentState
    hour: Date
    payments: bigint
    amount_minor: string
    fee_minor: string
    fee_tax_minor: string
    held_minor: string
    refunded_minor: Generated<string>
  }
  payment_links: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    link_ref: string
    merchant_order_ref: string
    amount_minor: bigint
    currency: Currency
    country: string
    customer_name: string
    customer_name_lower: string
    email: string
    email_lower: string
    phone: string
    description: string
    status: 'created' | 'processing' | 'success' | 'expired' | 'cancelled'
    source: string
    created_at: Date
    created_by: string
    expiry_hours: number | null
    expires_at: Date | null
    success_url: string
    failure_url: string
    merchant_back_url: string
    merchant_name: string
    merchant_logo: string
    promo_code: string
    promo_discount_minor: bigint
    shipping_charges_minor: bigint
    billing_line_1: string
    billing_line_2: string
    billing_city: string
    billing_country: string
    user_configured_fields: string[]
    notify_by_email: boolean
    notify_by_phone: boolean
    late_payment: 'accept' | 'hold' | 'refund'
    ip_address: string
    language: Generated<Language>
    created_by_id: string | null
    phone_reversed: Generated<string>
    channels: Generated<string[]>
    authorises_only: Generated<boolean>
    opened_at: Date | null
    started_at: Date | null
    paid_at: Date | null
  }
  payment_methods: {
    merchant_id: string
    environment: Environment
    channel_key: string
    type: OfferedMethod
    sub_type: Generated<string>
    is_enabled: Generated<boolean>
    is_default: Generated<boolean>
    limits: JSONColumnType<KeptLimits, string | undefined>
    plans: JSONColumnType<KeptPlan[], string | undefined>
  }
  payment_pages: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    page_ref: string
    merchant_order_id: string
    status: 'activated' | 'deactivated' | 'cancelled'
    version: number
    page_type: 'fixed_amount' | 'fixed_with_quantity' | 'custom_amount'
    currency: Currency
    country: string
    amount_minor: bigint
    min_amount_minor: bigint
    max_amount_minor: bigint
    promo_discount_minor: bigint
    shipping_charges_minor: bigint
    min_quantity: number
    max_quantity: number
    title: string
    title_lower: string
    custom_url: string
    custom_url_lower: string
    expires_at: Date | null
    late_payment: 'accept' | 'hold' | 'refund'
    low_stock_at: number | null
    source: string
    success_url: string
    failure_url: string
    default_language: Language
    content: JSONColumnType<KeptPageContent>
    created_at: Date
    created_by: string
    created_by_id: string | null
    updated_at: Date
    expiry_told: Date | null
  }
  payment_slips: {
    merchant_id: string
    environment: Environment
    order_ref: string
    slip_id: string
    name: string
    type: 'image/png' | 'application/pdf'
    content: Buffer
    created_at: Date
  }
  payment_totals: {
    merchant_id: string
    environment: Environment
    currency: Currency
    status: PaymentState
    payment_method: string
    channel_key: string
    payments: bigint
    amount_minor: string
    fee_minor: string
    fee_tax_minor: string
    held_minor: string
    refunded_minor: string
  }
  payment_trait_days: {
    merchant_id: string
    environment: Environment
    time_zone: string
    trait: string
    day: string
    value: string
    currency: Currency
    status: PaymentState
    payment_method: string
    payments: bigint
    amount_minor: string
    orders: bigint
    faults: bigint
    timed: bigint
    paid_seconds: string
  }
  payment_zones: {
    merchant_id: string
    environment: Environment
    time_zone: string
    since: Date
    payments: Generated<bigint>
    traits: Generated<boolean>
  }
  payments: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    order_ref: string
    merchant_order_ref: string
    channel_order_ref: Generated<string>
    link_ref: Generated<string>
    amount_minor: bigint
    currency: Currency
    status: 'Initiated' | 'Pending' | 'Authorized' | 'Success' | 'Failed' | 'Expired'
    status_reason: Generated<string>
    channel_text: Generated<string>
    payment_method: PaymentMethod
    channel_key: string
    channel_token: string | null
    channel_asked_at: Date | null
    masked_card_number: Generated<string>
    card_brand: Generated<string>
    shopper_name: string
    shopper_email: string
    shopper_email_lower: string
    shopper_phone: string
    shopper_address: string
    shopper_ip: string
    device_info: string
    description: string
    source: string
    fee_minor: Generated<bigint>
    fee_tax_minor: Generated<bigint>
    late: Generated<boolean>
    created_at: Date
    updated_at: Date
    payment_sub_type: Generated<string>
    actual_payment_method: Generated<PaymentMethod | ''>
    method_details: JSONColumnType<KeptDetails, string | undefined>
    expires_at: Date | null
    cancel_asked_at: Date | null
    nudged_at: Date | null
    previous_status: Generated<PaymentState | ''>
    refunded_minor: Generated<bigint>
    refunding_minor: Generated<bigint>
    held: Generated<boolean>
    fee_terms: JSONColumnType<KeptFeeTerms> | null
    payable_kind: Generated<string>
    payable_ref: Generated<string>
    payable_part: Generated<number>
    source_ref: Generated<string>
    shopper_gave_email: Generated<boolean>
    shopper_name_lower: Generated<string>
    card_last4: Generated<string>
    routing_ref: Generated<string>
    routing_version: Generated<number>
    routing_rank: Generated<number>
    routing_reason: Generated<RoutingReason | ''>
    routing_skipped: JSONColumnType<Skipped[]> | null
    failover_from: Generated<string>
    failover_next: Generated<string>
    tries_channel: Generated<boolean>
    country: Generated<string>
    approved_at: Date | null
    complete_asked_at: Date | null
    finish: Generated<'' | 'capture' | 'void'>
    finish_asked_at: Date | null
    capture_by: Date | null
    lapse_told_at: Date | null
    confirms: Generated<boolean>
    mandate_ref: Generated<string>
    simulated_at: Date | null
    user_configured_fields: Generated<string[]>
    authorises_only: Generated<boolean>
    device: Generated<string>
    system: Generated<string>
    browser: Generated<string>
    payer: Generated<string>
    first_attempt: boolean | null
    paid_seconds: number | null
    shopper_country: Generated<string>
    remit_status: Generated<'' | 'UNSETTLED' | 'PSP_SETTLED' | 'IN_SETTLEMENT' | 'REMITTED'>
    psp_settled_at: Date | null
  }
  payout_acts: {
    merchant_id: string
    environment: Environment
    txn_ref: string
    revision: number
    act: 'verify' | 'approve'
    by_user: string
    by_merchant: string
    by_name: string
    payout_level: number | null
    batch_level: number | null
    is_lone: boolean
    code_id: string
    at: Date
  }
  payout_batch_rows: {
    merchant_id: string
    environment: Environment
    batch_id: string
    row_no: number
    state: 'created' | 'valid' | 'skipped' | 'error'
    row_key: Buffer
    cells_sealed: Buffer
    txn_ref: Generated<string>
    field: Generated<string>
    reason: Generated<string>
    params: JSONColumnType<Record<string, string | number>, string | undefined>
    currency: Generated<Currency | ''>
    amount_minor: bigint | null
  }
  payout_batches: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    batch_id: string
    file_name: string
    format: string
    encoding: string
    separator: string
    status: 'checked' | 'running' | 'done'
    dry_run: boolean
    rows: number
    created_count: number
    valid_count: number
    skipped_count: number
    error_count: number
    totals: JSONColumnType<Partial<Record<Currency, string>>>
    head: JSONColumnType<string[]>
    reading: JSONColumnType<KeptSheetReading>
    created_at: Date
    created_by: string
    created_by_id: string
    finished_at: Date | null
    emptied_at: Date | null
    updated_at: Date
  }
  payout_code_tries: {
    merchant_id: string
    sub_user_id: string
    tried_at: Date[]
  }
  payout_codes: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    code_id: string
    sub_user_id: string
    act: 'verify' | 'approve'
    way: 'email' | 'phone' | 'passkey'
    txn_refs: string[]
    lines: string[]
    proof: Buffer
    tries: Generated<number>
    made_at: Date
    expires_at: Date
    ended_at: Date | null
    end_reason: Generated<'' | 'used' | 'replaced' | 'changed'>
    evidence: JSONColumnType<Record<string, unknown>> | null
  }
  payout_counters: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    limit_of: 'ACCOUNT' | 'MAKER' | 'APPROVER' | 'BENEFICIARY'
    subject: string
    currency: Currency
    period: 'day' | 'month'
    starts_at: Date
    ends_at: Date
    counted_minor: bigint
  }
  payout_counts: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    txn_ref: string
    currency: Currency
    amount_minor: bigint
    subjects: JSONColumnType<KeptLimitSubject[]>
    day_starts_at: Date
    month_starts_at: Date
  }
  payout_days: {
    merchant_id: string
    environment: Environment
    day: string
    currency: Currency
    status: 'Success' | 'Failed' | 'Returned'
    reason: string
    band: number
    payouts: bigint
    amount_minor: bigint
  }
  payout_deltas: {
    merchant_id: string
    environment: Environment
    delta_id: Generated<bigint>
    day: string
    currency: Currency
    status: 'Success' | 'Failed' | 'Returned'
    reason: string
    band: number
    payouts: bigint
    amount_minor: bigint
  }
  payout_freezes: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    freeze_id: string
    invariant: string
    detail: string
    frozen_at: Date
    lifted_at: Date | null
    lifted_reason: Generated<string>
  }
  payout_limit_settings: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    version: Generated<number>
    updated_by: Generated<string>
    updated_at: Date
  }
  payout_limits: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    limit_of: 'ACCOUNT' | 'MAKER' | 'APPROVER' | 'BENEFICIARY'
    subject: string
    currency: Currency
    payout_minor: bigint | null
    day_minor: bigint | null
    month_minor: bigint | null
  }
  payout_phones: {
    merchant_id: string
    sub_user_id: string
    phone: string
    confirmed_at: Date | null
    proof: Buffer
    tries: Generated<number>
    made_at: Date
    expires_at: Date
  }
  payout_rules: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    version: number
    state: 'waiting' | 'in_force' | 'replaced' | 'refused'
    rules: JSONColumnType<KeptPayoutRule[]>
    verification: boolean
    proposed_by: string
    proposed_name: string
    proposed_at: Date
    decided_by: string | null
    decided_name: Generated<string>
    decided_at: Date | null
  }
  payout_sheet_readings: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    head_digest: Buffer
    reading: JSONColumnType<KeptSheetReading>
    updated_at: Date
    titles: JSONColumnType<string[], string | undefined>
  }
  payout_stops: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    stop_id: string
    channel_key: string
    txn_ref: string
    evidence: string
    stopped_at: Date
    lifted_at: Date | null
    lifted_by: Generated<string>
    lift_reason: Generated<string>
  }
  payout_words: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    channel_key: string
    event_id: string
    txn_ref: string
    outcome: string
    effect: 'applied' | 'ignored' | 'contradicts'
    at: Date
    received_at: Date
  }
  payouts: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    txn_ref: string
    merchant_txn_ref: string
    virtual_account_no: string
    channel_key: string
    rail: string
    status: 'Created' | 'Verified' | 'Approved' | 'Scheduled' | 'Queued' | 'Processing' | 'Success' | 'Failed' | 'Returned' | 'Cancelled' | 'Rejected'
    revision: Generated<number>
    amount_minor: bigint
    currency: Currency
    fee_minor: Generated<bigint>
    fee_tax_minor: Generated<bigint>
    fee_payer: 'SENDER' | 'RECEIVER'
    reserved_minor: Generated<bigint>
    returned_minor: Generated<bigint>
    beneficiary_uuid: string
    account_uuid: string
    account_version: number
    beneficiary_name: string
    account_type: 'BANK' | 'CARD' | 'MOBILE'
    account_no_sealed: Buffer
    account_digest: string
    last_four: string
    bank_code: string
    bank_name: string
    account_fields: JSONColumnType<Record<string, string>>
    account_country: string
    remarks: Generated<string>
    user_message: Generated<string>
    purpose: Generated<string>
    duplicate_reason: Generated<string>
    send_email: Generated<boolean>
    send_sms: Generated<boolean>
    recipient_emails: Generated<string[]>
    scheduled_time: Date | null
    waits_for: Generated<'' | 'verification' | 'approval' | 'funds' | 'time' | 'rail_hours' | 'account_wait' | 'limit' | 'name_check' | 'screening' | 'channel_stopped' | 'merchant_frozen' | 'merchant_inactive' | 'beneficiary_inactive' | 'provider' | 'bank_file' | 'bank_answer'>
    waits_until: Date | null
    arrival_estimate: string | null
    created_by: string
    made_by: Generated<string[]>
    verified_by: Generated<string>
    verified_time: Date | null
    approved_by: Generated<string>
    approved_time: Date | null
    ended_by: Generated<string>
    end_remark: Generated<string>
    batch_id: string | null
    pays_again: string | null
    channel_ref: Generated<string>
    channel_asked_at: Date | null
    channel_asks: Generated<number>
    status_reason: Generated<'' | 'INVALID_ACCOUNT' | 'ACCOUNT_CLOSED' | 'ACCOUNT_BLOCKED' | 'NAME_MISMATCH' | 'UNSUPPORTED_BANK' | 'BANK_OFFLINE' | 'BANK_REFUSED' | 'LIMIT_EXCEEDED' | 'CURRENCY_NOT_HELD' | 'COMPLIANCE' | 'PROVIDER_FUNDS' | 'DUPLICATE' | 'FILE_WITHDRAWN' | 'OTHER'>
    status_channel_reason: Generated<string>
    created_at: Date
    updated_at: Date
    queued_at: Date | null
    ended_at: Date | null
    number_digest: Generated<string>
    beneficiary_name_lower: Generated<string>
    returns: Generated<number>
    maker_names: Generated<string[]>
    warned_at: Date | null
    account_name: Generated<string>
    split_total_minor: bigint | null
  }
  prices: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    price_ref: string
    merchant_order_ref: string
    name: string
    name_lower: string
    description: string
    plan_type: 'REGULAR' | 'ONDEMAND'
    status: 'active' | 'cancelled'
    currency: Currency
    amount_minor: bigint | null
    frequency: number | null
    period: 'H' | 'D' | 'W' | 'M' | 'Q' | 'Y' | null
    notes: JSONColumnType<KeptNote[]>
    source: string
    created_at: Date
    created_by: string
    created_by_id: string | null
    cancelled_at: Date | null
  }
  provider_callbacks: {
    merchant_id: string
    environment: Environment
    channel_key: string
    event_id: string
    order_ref: string
    outcome: string
    effect: 'applied' | 'ignored'
    at: Date
    received_at: Date
    refund_id: Generated<string>
    body: Generated<string>
  }
  provider_settlement_lines: {
    merchant_id: string
    environment: Environment
    channel_key: string
    provider_ref: string
    place: number
    kind: 'payment' | 'refund'
    ref: string
    gross_minor: bigint
    net_minor: bigint
    outcome: 'settled' | 'known' | 'unknown' | 'other_amount' | 'other_currency' | 'twice'
  }
  provider_settlements: {
    merchant_id: string
    environment: Environment
    channel_key: string
    provider_ref: string
    currency: Currency
    settled_on: string
    net_minor: bigint
    lines: number
    findings: Generated<number>
    received_at: Date
  }
  recon_arrivals: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    arrival_id: string
    channel_key: string
    source: string
    way: 'sftp' | 'mail'
    name: string
    origin: string
    size_bytes: bigint
    modified_at: Date | null
    mail_id: string | null
    place: Generated<number>
    state: 'watched' | 'coming' | 'taken' | 'waiting' | 'refused' | 'gone'
    reason: Generated<string>
    still_since: Date | null
    seen_at: Date | null
    parts: Generated<number>
    decided_by: Generated<string>
    recon_id: Generated<string>
    at: Date
  }
  recon_calendars: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    version: number
    weekend: number[]
    country: string
    holidays: JSONColumnType<Record<string, string>>
    updated_by: string
    updated_at: Date
  }
  recon_comments: {
    merchant_id: string
    environment: Environment
    comment_id: string
    msm_id: number
    group_id: string
    text: string
    written_by: string
    at: Date
    message_id: string | null
  }
  recon_decision_limits: {
    merchant_id: string
    environment: Environment
    currency: string
    amount: string
    saved_by: string
    saved_at: Date
    notice_count: number | null
    notice_amount: string | null
    is_above: Generated<boolean>
  }
  recon_decision_records: {
    merchant_id: string
    environment: Environment
    decision_id: string
    side: 'a' | 'b'
    key: string
  }
  recon_decisions: {
    merchant_id: string
    environment: Environment
    decision_id: string
    msm_id: number
    act: 'match' | 'unmatch' | 'write_off' | 'accept' | 'not_ours' | 'expect'
    group_id: string
    status: string
    amount_off: string
    fee_off: string
    tax_off: string
    until_day: string | null
    reason: string
    decided_by: string
    approved_by: Generated<string>
    proposal_id: string | null
    decided_at: Date
    lifted_by: Generated<string>
    lifted_at: Date | null
  }
  recon_delays: {
    merchant_id: string
    environment: Environment
    msm_id: number
    day: string
    settled_on: string
    currency: Currency
    records: number
  }
  recon_dry_runs: {
    merchant_id: string
    environment: Environment
    dry_run_id: string
    msm_id: number
    base_version: number
    rules: JSONColumnType<ReconRule[]>
    status: 'queued' | 'running' | 'done' | 'failed'
    result: JSONColumnType<ReconDryRunResult> | null
    reason: Generated<string>
    tries: Generated<number>
    asked_by: string
    asked_at: Date
    finished_at: Date | null
  }
  recon_exception_import_rows: {
    merchant_id: string
    environment: Environment
    import_id: string
    row_no: number
    record_ref: string
    act: string
    verdict: 'applied' | 'proposed' | 'stale' | 'unknown' | 'not_allowed' | 'invalid'
    why: SheetWhy | ''
    params: JSONColumnType<Record<string, string | number>>
    content: string
    is_done: boolean
  }
  recon_exception_imports: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    import_id: string
    file_name: string
    dry_run: boolean
    rows: number
    decided: number
    applied: number
    proposed: number
    stale: number
    unknown: number
    not_allowed: number
    invalid: number
    created_at: Date
    created_by: string
  }
  recon_file_parts: {
    merchant_id: string
    environment: Environment
    recon_id: string
    place: number
    bytes_sealed: Buffer
  }
  recon_files: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    recon_id: string
    file_no: number
    file_key: string
    original_file_name: string
    channel_key: Generated<string>
    file_type: Generated<'transaction' | 'recon' | ''>
    data_source: Generated<string>
    way: 'upload' | 'server' | 'sftp' | 'mail'
    status: 'Uploaded' | 'Initiated' | 'Validation Failed' | 'Ingestion Failed' | 'Success'
    stage: Generated<'waiting' | 'reading' | 'comparing' | 'keeping' | 'withdrawing' | ''>
    size_bytes: bigint
    parts: number
    digest: string
    same_as: string | null
    layout: Generated<string>
    mapping_id: Generated<string>
    how: JSONColumnType<object> | null
    is_strict: Generated<boolean>
    good_rows_by: Generated<string>
    reading: Generated<number>
    tries: Generated<number>
    rows_read: Generated<number>
    bytes_read: Generated<bigint>
    format: Generated<string>
    titles: JSONColumnType<string[], string | undefined>
    new_titles: JSONColumnType<string[], string | undefined>
    digits_lost: JSONColumnType<string[], string | undefined>
    mapped: JSONColumnType<number[], string | undefined>
    rows: Generated<number>
    loaded: Generated<number>
    repeated: Generated<number>
    restated: Generated<number>
    ignored: Generated<number>
    rejected: Generated<number>
    held: Generated<number>
    ignored_by: JSONColumnType<Record<string, number>, string | undefined>
    reason: Generated<string>
    reason_params: JSONColumnType<Record<string, string | number>, string | undefined>
    proof: JSONColumnType<KeptProof[], string | undefined>
    period_from: string | null
    period_to: string | null
    replaces: string | null
    replaced_by: string | null
    created_at: Date
    created_by: string
    created_by_id: string | null
    begun_at: Date | null
    finished_at: Date | null
    withdrawn_at: Date | null
    withdrawn_by: Generated<string>
    updated_at: Date
  }
  recon_host_leases: {
    merchant_id: string
    environment: Environment
    host: string
    holder: string
    until: Date
  }
  recon_intake_parts: {
    merchant_id: string
    environment: Environment
    of_id: string
    place: number
    bytes_sealed: Buffer
  }
  recon_intakes: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    channel_key: string
    mail_key: string
    merchant_psp_email: Generated<string>
    confirmation_code: Generated<string>
    confirmation_link: Generated<string>
    confirmation_at: Date | null
    sftp_host: Generated<string>
    sftp_port: Generated<number>
    sftp_folder: Generated<string>
    sftp_username: Generated<string>
    sftp_auth: Generated<'password' | 'key'>
    sftp_password_sealed: Buffer | null
    private_key_sealed: Buffer | null
    public_key: Generated<string>
    file_prefix: Generated<string>
    marker_ending: Generated<string>
    move_to: Generated<string>
    host_key_type: Generated<string>
    host_key: Generated<string>
    host_key_by: Generated<string>
    host_key_at: Date | null
    other_host_key_type: Generated<string>
    other_host_key: Generated<string>
    sftp_state: Generated<'none' | 'unpinned' | 'new' | 'working' | 'failing' | 'host_key_changed'>
    sftp_fault: Generated<string>
    failed_looks: Generated<number>
    failing_since: Date | null
    created_at: Date
    updated_at: Date
  }
  recon_mails: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    mail_id: string
    channel_key: string
    sender: Generated<string>
    subject: Generated<string>
    size_bytes: Generated<number>
    parts: Generated<number>
    state: 'coming' | 'received' | 'waiting' | 'accepted' | 'taken' | 'refused'
    reason: Generated<string>
    received_at: Date
    decided_by: Generated<string>
    decided_at: Date | null
    updated_at: Date
  }
  recon_mappings: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    rfm_id: string
    mapping_id: string
    version: number
    parent_rfm_id: string | null
    channel_key: string
    file_type: 'transaction' | 'recon'
    data_source: string
    engine_source: string
    file_prefix: string
    display_name: string
    is_enabled: boolean
    record: JSONColumnType<Mapping>
    created_by: 'MERCHANT' | 'SYSTEM'
    saved_by: string
    created_at: Date
  }
  recon_outcomes: {
    merchant_id: string
    environment: Environment
    msm_id: number
    side: 'a' | 'b'
    key: string
    from_run: number
    until_run: Generated<number>
    data_source: string
    recon_id: string | null
    reading: number | null
    row_no: number | null
    type: string
    at: Date | null
    day: string | null
    booked_on: string | null
    gross: string | null
    currency: string
    fee: string
    tax: string
    passed_on: string
    net: string | null
    net_currency: string
    provider_ref: string
    merchant_ref: string
    method: string
    account_id: string
    batch: string
    country: string
    brand_id: string
    marketplace_id: string
    sku_id: string
    quantity: string
    status: 'duplicate' | 'missing_in_settlement' | 'missing_in_transactions' | 'amount_mismatch' | 'fee_mismatch' | 'tax_mismatch' | 'date_shift' | 'matched' | 'expected' | 'adjustment'
    mismatches: string[]
    group_id: string
    is_lead: boolean
    rule_key: string
    rules_version: number
    amount_off: string
    fee_off: string
    tax_off: string
    days_off: number
    tolerated: string
    expected_fee: string | null
    expected_tax: string | null
    due_on: string | null
    suggested: string | null
    suggested_strength: Generated<'suggested' | 'ambiguous' | ''>
    evidence: JSONColumnType<object>
    decision: Generated<string>
    decision_id: string | null
    is_open: boolean
    settlement_id: string | null
    said: string
  }
  recon_owners: {
    merchant_id: string
    environment: Environment
    msm_id: number
    group_id: string
    owner_id: string | null
    owner_name: string
    due_on: string | null
    assigned_by: string
    assigned_at: Date
  }
  recon_pairs: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    msm_id: number
    leg: 'settlement' | 'bank'
    source_a: string
    source_b: string
    rules_version: Generated<number>
    last_run: Generated<number>
    answer_run: Generated<number>
    wanted_at: Date | null
    open_from: string | null
    created_at: Date
    wanted_since: Date | null
    wanted_causes: JSONColumnType<ReconRunCause[], string | undefined>
    next_run_at: Date | null
    next_due_at: Date | null
    closings: Generated<number>
  }
  recon_proofs: {
    merchant_id: string
    environment: Environment
    recon_id: string
    reading: number
    place: number
    kind: 'payout' | 'balance' | 'running' | 'footer'
    batch: string
    account: string
    currency: string
    name: string
    state: 'proven' | 'unproven' | 'not_stated'
    computed: string
    stated: string | null
    difference: string | null
    remainder: string
    lines: number
    broken_at: number | null
    parts: JSONColumnType<{ what: string; count: number; amount: string }[]>
  }
  recon_proposals: {
    merchant_id: string
    environment: Environment
    proposal_id: string
    msm_id: number
    act: 'match' | 'write_off' | 'accept' | 'close_settlement' | 'reopen_settlement'
    state: 'proposed' | 'approved' | 'rejected' | 'withdrawn' | 'stale'
    group_id: string | null
    settlement_id: string | null
    records: JSONColumnType<ShownRecord[]>
    shown: JSONColumnType<Record<string, unknown>>
    digest: string
    currency: string
    reason: string
    proposed_by: string
    proposed_name: string
    proposed_at: Date
    decided_by: string | null
    decided_name: Generated<string>
    decided_at: Date | null
    is_lone: Generated<boolean>
    remark: Generated<string>
  }
  recon_records: {
    merchant_id: string
    environment: Environment
    recon_id: string
    reading: number
    row_no: number
    shadow: bigint
    occurrence: number
    identity: string
    content: string
    standing: 'current' | 'repeated' | 'superseded' | 'withdrawn'
    bucket: 'loaded' | 'repeated' | 'restated'
    type: 'payment' | 'refund' | 'refund_reversal' | 'chargeback' | 'chargeback_reversal' | 'fee' | 'adjustment' | 'conversion' | 'transfer' | 'reserve' | 'payout'
    data_source: string
    at: Date | null
    booked_on: string | null
    at_text: string
    zone: string
    merchant_ref: string
    provider_ref: string
    other_ref: string
    parent_ref: string
    gross: string | null
    currency: string
    fee: string
    tax: string
    passed_on: string
    net: string | null
    net_currency: string
    rate: string | null
    batch: string
    method: string
    account_id: string
    country: string
    brand_id: string
    marketplace_id: string
    sku_id: string
    quantity: string
    status_word: string
    marks: RecordMark[]
    off_by: string | null
    delivery: string | null
    discount: string | null
  }
  recon_rows: {
    merchant_id: string
    environment: Environment
    recon_id: string
    reading: number
    row_no: number
    bucket: 'ignored' | 'rejected'
    rule: string
    faults: JSONColumnType<KeptFault[]>
    cells: JSONColumnType<string[]>
  }
  recon_rule_versions: {
    merchant_id: string
    environment: Environment
    msm_id: number
    version: number
    rules: JSONColumnType<ReconRule[]>
    saved_by: string
    saved_at: Date
  }
  recon_runs: {
    merchant_id: string
    environment: Environment
    msm_id: number
    run_no: number
    run_id: string
    status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
    stage: Generated<string>
    causes: JSONColumnType<ReconRunCause[]>
    as_of: string
    rules_version: number
    tolerance: string
    rows_done: Generated<number>
    rows_all: Generated<number>
    totals: JSONColumnType<ReconTotal[], string | undefined>
    changed: Generated<number>
    digest: Generated<string>
    reason: Generated<string>
    tries: Generated<number>
    asked_by: string
    asked_at: Date
    begun_at: Date | null
    finished_at: Date | null
    alive_at: Date | null
  }
  recon_schedules: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    source: string
    channel_key: string
    rhythm: 'none' | 'interval' | 'times'
    every_minutes: Generated<number>
    weekdays: Generated<number[]>
    times: Generated<string[]>
    time_zone: string
    file_prefix: Generated<string>
    expected_by: Generated<string>
    next_look_at: Date | null
    last_look_at: Date | null
    last_fault: Generated<string>
    last_file_at: Date | null
    next_expected_at: Date | null
    expected_since: Date | null
    updated_at: Date
    updated_by: string
  }
  recon_sources: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    data_source: string
    category: 'PAYMENT_GATEWAY' | 'PSP' | 'MARKETPLACE' | 'MERCHANT' | 'BANK'
    channel_key: Generated<string>
    currency: Generated<string>
    is_sku_level: Generated<boolean>
    created_at: Date
    created_by: string
  }
  recon_sums: {
    merchant_id: string
    environment: Environment
    msm_id: number
    by: 'transaction' | 'settlement'
    day: string
    key: string
    side: 'a' | 'b'
    status: 'duplicate' | 'missing_in_settlement' | 'missing_in_transactions' | 'amount_mismatch' | 'fee_mismatch' | 'tax_mismatch' | 'date_shift' | 'matched' | 'expected' | 'adjustment'
    mismatches: string[]
    type: string
    currency: string
    fee_currency: string
    account_id: string
    brand_id: string
    marketplace_id: string
    country: string
    has_sku: boolean
    records: number
    gross: string
    fee: string
    tax: string
    passed_on: string
    net: string
    expected_charges: string
    planned: number
    amount_off: string
    tolerated: string
    planned_gross: Generated<string>
    planned_charges: Generated<string>
  }
  recovery_codes: {
    merchant_id: string
    sub_user_id: string
    code_hash: Buffer
    created_at: Date
    used_at: Date | null
  }
  reference_rates: {
    day: string
    currency: Currency
    rate: string
    source: string
    loaded_at: Date
  }
  refund_batch_rows: {
    merchant_id: string
    environment: Environment
    row_ref: string
    batch_id: string
    row_no: bigint
    row_key: Buffer
    state: 'ready' | 'invalid' | 'asked' | 'failed'
    reference: string
    amount_text: string
    currency_text: string
    reason_text: string
    note: string
    fault: Generated<string>
    fault_params: JSONColumnType<Record<string, string | number>, string | undefined>
    order_ref: Generated<string>
    amount_minor: bigint | null
    currency: Generated<Currency | ''>
    refund_id: Generated<string>
    faults: JSONColumnType<RefundRowFault[], string | undefined>
  }
  refund_batches: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    batch_id: string
    file_name: string
    status: 'checked' | 'waiting' | 'running' | 'done' | 'cancelled'
    created_at: Date
    created_by: string
    confirmed_by: Generated<string>
    starts_at: Date | null
    finished_at: Date | null
    updated_at: Date
    confirmed_by_id: string | null
  }
  refunds: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    refund_id: string
    order_ref: string
    psp_refund_id: Generated<string>
    amount_minor: bigint
    currency: Currency
    status: 'PENDING' | 'SUCCESS' | 'FAIL'
    type: 'full' | 'partial'
    reason: string
    note: string
    manual: boolean
    from_suspense: boolean
    channel_key: string
    channel_asked_at: Date | null
    fail_reason: Generated<DeclineReason | ''>
    channel_text: Generated<string>
    created_by: string
    created_at: Date
    updated_at: Date
    asked_by_id: string | null
    psp_settled_at: Date | null
    remit_status: Generated<'' | 'WAITING' | 'DEDUCTED' | 'GIVEN_BACK'>
  }
  registrations: {
    registration_id: string
    merchant_name: string
    email: string
    country: string
    password_phc: string
    language: Language
    created_at: Date
    invite_id: string | null
    invite_way: InviteWay | null
  }
  remembered_logins: {
    merchant_id: string
    remembered_id: string
    sub_user_id: string
    cookie_hash: Buffer
    environment: 'sandbox' | 'live'
    created_at: Date
    expires_at: Date
  }
  remittance_account_changes: {
    merchant_id: string
    environment: Environment
    account_uuid: string
    change_id: string
    version: number
    sub_user_id: string | null
    at: Date
  }
  remittance_accounts: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    account_uuid: string
    version: Generated<number>
    account_type: 'savings' | 'current' | 'card' | 'wallet'
    way: 'iban' | 'local' | 'swift' | 'card' | 'wing' | 'mobile'
    country: string
    currency: Currency
    first_name: string
    last_name: Generated<string>
    account_no_sealed: Buffer
    account_digest: string
    last_four: string
    bank_code: Generated<string>
    bank_name: Generated<string>
    phone_number: Generated<string>
    fields: JSONColumnType<Record<string, string>, string | undefined>
    remittance_purpose: 'GDDS' | 'SCVE' | 'GDSV' | 'SUPP' | 'INTC' | 'ROYA' | 'OTHR'
    remittance_source: 'sales' | 'capital' | 'loan' | 'other'
    is_default: Generated<boolean>
    active: Generated<boolean>
    warnings: JSONColumnType<AccountWarning[], string | undefined>
    name_check: Generated<'UNCHECKED' | 'MATCH' | 'CLOSE_MATCH' | 'NO_MATCH' | 'NOT_POSSIBLE'>
    name_at_bank: Generated<string>
    name_checked_at: Date | null
    waits_until: Date | null
    changed_by: string
    changed_at: Date
    created_at: Date
  }
  remittance_adjustments: {
    merchant_id: string
    environment: Environment
    adjustment_id: string
    source_currency: string
    amount_minor: bigint
    reason: string
    made_by: string
    created_at: Date
  }
  remittance_certificate_files: {
    merchant_id: string
    environment: Environment
    settlement_ref: string
    digest: Buffer
    tag: string
    bytes: Buffer
    created_at: Date
  }
  remittance_certificates: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    settlement_ref: string
    digest: Buffer
    facts: string
    issued_at: Date
  }
  remittance_documents: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    document_id: string
    settlement_ref: string
    kind: 'invoice' | 'contract' | 'other'
    name: string
    type: 'image/png' | 'application/pdf'
    size_bytes: number
    content_sealed: Buffer
    added_by: string
    created_at: Date
  }
  remittance_items: {
    merchant_id: string
    environment: Environment
    kind: 'payment' | 'refund' | 'refund_failed' | 'adjustment'
    ref: string
    settlement_ref: string
    order_ref: string
    currency: Currency
    amount_minor: bigint
    fee_minor: Generated<bigint>
    withholding_minor: Generated<bigint>
    sold_on: string | null
    country: Generated<string>
    payment_method: Generated<string>
    channel_key: Generated<string>
    at: Date
    reason: Generated<string>
  }
  remittance_sums: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    settlement_ref: string
    country: string
    payment_method: string
    channel_key: string
    sold_minor: bigint
    adjusted_minor: bigint
    fee_minor: bigint
    withholding_minor: bigint
    refunded_minor: bigint
  }
  remittance_terms: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    version: number
    destination_currency: string
    channel_key: string
    every: 'day' | 'week' | 'month'
    weekday: number
    month_day: number
    markup_percent: string
    tolerance_percent: string
    transfer_fee_minor: bigint
    minimum_minor: bigint
    withholding: JSONColumnType<object>
    reserve_kind: 'none' | 'rolling' | 'fixed'
    reserve_percent: string
    reserve_days: number
    reserve_target_minor: bigint
    reserve_until: string | null
    made_by: string
    created_at: Date
  }
  remittances: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    settlement_ref: string
    status: 'Open' | 'Calculated' | 'On Hold' | 'Processing' | 'Remitted' | 'Failed' | 'Returned'
    source_currency: string
    base_currency: string
    destination_currency: string
    period_from: string
    cut_on: string
    ended_at: Date | null
    period_to: Generated<string>
    terms_version: number
    txn_count: Generated<number>
    refund_count: Generated<number>
    total_txn_amount_sc: Generated<bigint>
    txn_fee_sc: Generated<bigint>
    withholding_tax_sc: Generated<bigint>
    refund_amount_sc: Generated<bigint>
    net_sc: Generated<bigint>
    source_forex_rate: string | null
    source_rate_of: Generated<string>
    source_rate_at: Date | null
    total_txn_amount_bc: Generated<bigint>
    txn_fee_bc: Generated<bigint>
    wht_bc: Generated<bigint>
    refund_amount_bc: Generated<bigint>
    net_source_bc: Generated<bigint>
    rounding_bc: Generated<bigint>
    reserve_credit_bc: Generated<bigint>
    reserve_debit_bc: Generated<bigint>
    transfer_fee_bc: Generated<bigint>
    net_bc: Generated<bigint>
    cut_forex_rate: string | null
    reference_forex_rate: string | null
    applied_forex_rate: string | null
    forex_rate_of: Generated<string>
    forex_rate_at: Date | null
    net_amount_transferred_dc: bigint | null
    forex_cost_dc: bigint | null
    quote_ref: Generated<string>
    quote_expires_at: Date | null
    send_at: Date | null
    expected_on: string | null
    holds: Generated<string[]>
    held_until: Date | null
    rate_accepted: string | null
    rate_accepted_by: Generated<string>
    account_uuid: string | null
    account_version: number | null
    account_holder: Generated<string>
    account_last_four: Generated<string>
    provider_ref: Generated<string>
    provider_asks: Generated<number>
    asked_at: Date | null
    returned_dc: bigint | null
    kept_by_banks_dc: Generated<bigint>
    fail_reason: Generated<string>
    provider_text: Generated<string>
    attempts_charged: Generated<number>
    uncut: Generated<'' | 'below_minimum' | 'beyond_reserve' | 'no_rate'>
    attempts: Generated<number>
    conversions: Generated<number>
    version: Generated<number>
    created_at: Date
    updated_at: Date
    sent_at: Date | null
    remitted_at: Date | null
    further_attempts: JSONColumnType<object, string | undefined>
    account_sealed: Buffer | null
    screening_matches: Generated<string[]>
  }
  repeated_refunds: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    order_ref: string
    fingerprint: Buffer
    refund_id: string
    asked_at: Date
  }
  reserve_movements: {
    merchant_id: string
    environment: Environment
    number: number
    at: Date
    kind: 'rolling_hold' | 'rolling_release' | 'fixed_hold' | 'fixed_release' | 'used' | 'adjustment'
    settlement_ref: string
    tranche_id: string
    sold_on: string | null
    release_on: string | null
    currency: Currency
    amount_minor: bigint
    balance_minor: bigint
    transfer_id: string
  }
  reserve_tranches: {
    merchant_id: string
    environment: Environment
    tranche_id: string
    settlement_ref: string
    kind: 'rolling' | 'fixed'
    sold_on: string | null
    sold_minor: bigint
    percent: string
    held_minor: bigint
    left_minor: bigint
    release_on: string | null
    created_at: Date
  }
  reserves: {
    merchant_id: string
    environment: Environment
    currency: Currency
    balance_minor: Generated<bigint>
    last_movement: Generated<number>
    updated_at: Date
  }
  rollout_payments: {
    merchant_id: string
    environment: Environment
    rollout_id: string
    order_ref: string
    arm: 'candidate' | 'control'
  }
  routing_backtests: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    backtest_id: string
    routing_ref: string
    rule: JSONColumnType<KeptTrial>
    from_at: Date
    to_at: Date
    state: 'waiting' | 'running' | 'done' | 'failed'
    run: Generated<number>
    payments: Generated<bigint>
    progress: Generated<number>
    result: JSONColumnType<KeptBacktest> | null
    digest: Generated<string>
    created_at: Date
    created_by: string
    finished_at: Date | null
  }
  routing_rollouts: {
    merchant_id: string
    environment: Environment
    rollout_id: string
    routing_ref: string
    version: number
    control_version: number
    share: number
    state: 'running' | 'taken_back' | 'whole'
    arms: JSONColumnType<KeptArms> | null
    began_at: Date
    began_by: string
    compared_at: Date | null
    ended_at: Date | null
    ended_by: Generated<string>
  }
  routing_rules: {
    merchant_id: string
    environment: Environment
    routing_ref: string
    version: number
    name: string
    conditions: JSONColumnType<KeptConditions>
    channels: JSONColumnType<KeptChannel[]>
    is_enabled: boolean
    is_default: boolean
    position: number
    created_at: Date
    updated_at: Date
    deleted_at: Date | null
  }
  routing_sets: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    revision: Generated<bigint>
  }
  routing_versions: {
    merchant_id: string
    environment: Environment
    routing_ref: string
    version: number
    name: string
    conditions: JSONColumnType<KeptConditions>
    channels: JSONColumnType<KeptChannel[]>
    is_enabled: boolean
    is_default: boolean
    position: number
    created_at: Date
    created_by: string
  }
  saved_views: {
    merchant_id: string
    sub_user_id: string
    view_id: string
    list: TableName
    name: string
    name_lower: string
    search: JSONColumnType<Record<string, string>>
    columns: JSONColumnType<ChosenColumn[]>
    is_default: boolean
    created_at: Date
  }
  screening_entries: {
    list: string
    entry_id: string
    schema: string
    name: string
    aliases: string[]
    birth_date: string
    countries: string[]
  }
  screening_lists: {
    list: string
    version: number
    entries: number
    loaded_at: Date
  }
  screening_state: {
    one: Generated<boolean>
    version: bigint
  }
  server_keys: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    key_id: string
    name: string
    name_lower: string
    scopes: string[]
    networks: string[]
    key_hash: Buffer
    previous_hash: Buffer | null
    previous_ends_at: Date | null
    days: number | null
    expires_at: Date | null
    maker_merchant_id: string
    maker_id: string
    maker_name: string
    created_at: Date
    rotated_at: Date | null
    revoked_at: Date | null
  }
  session_tokens: {
    token_hash: Buffer
    merchant_id: string
    session_id: string
    environment: 'sandbox' | 'live'
    created_at: Date
    view_as: Role[] | null
  }
  sessions: {
    merchant_id: string
    session_id: string
    sub_user_id: string
    cookie_hash: Buffer
    environment: 'sandbox' | 'live'
    created_at: Date
    last_seen_at: Date
    proved_at: Date
    expires_at: Date
    locked_at: Date | null
    ended_at: Date | null
    address: string
    user_agent: string
    second_factor: 'totp' | 'passkey' | 'recovery_code' | null
    sso: Generated<boolean>
    sso_browser_hash: Buffer | null
    sso_id_token_sealed: Buffer | null
    end_reason: 'signed_out' | 'elsewhere' | 'password_changed' | 'address_changed' | 'roles_changed' | 'two_step_changed' | 'sso_changed' | 'merchant_inactive' | null
  }
  set_up_tokens: {
    token_hash: Buffer
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  settlement_differences: {
    merchant_id: string
    environment: Environment
    settlement_id: string
    closing: number
    place: number
    kind: 'amount' | 'fee' | 'unknown' | 'waiting' | 'proof'
    key: string
    currency: string
    amount_minor: bigint
    ended_by: Generated<string>
  }
  settlements: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    settlement_id: string
    msm_id: number
    data_source: string
    batch: string
    account: string
    currency: string
    channel_key: string
    state: 'incomplete' | 'unproven' | 'proven' | 'closed' | 'reopened'
    version: Generated<number>
    first_on: string | null
    last_on: string | null
    lines: number
    open: number
    gross: string
    refunds: string
    chargebacks: string
    fees: string
    tax: string
    passed_on: string
    adjustments: string
    computed: string
    payout: string | null
    proof: string | null
    bank_credit: string | null
    bank_on: string | null
    is_booked: boolean
    rates: JSONColumnType<Record<string, string>, string | undefined>
    closings: Generated<number>
    closed_at: Date | null
    closed_by: Generated<string>
    restated_at: Date | null
    created_at: Date
    updated_at: Date
  }
  sign_in_addresses: {
    name_hash: Buffer
    address: string
    last_used_at: Date
  }
  sign_in_challenges: {
    merchant_id: string
    sub_user_id: string
    token_hash: Buffer
    environment: 'sandbox' | 'live'
    remember: boolean
    address: string
    expires_at: Date
    sso_proof: string | null
  }
  sign_in_failures: {
    name_hash: Buffer
    address: string
    failures: number
    last_failed_at: Date
    locked_until: Date | null
  }
  sso_attempts: {
    merchant_id: string
    state_hash: Buffer
    browser_hash: Buffer
    facts_sealed: Buffer
    session_id: string | null
    return_to: string
    expires_at: Date
  }
  sso_connections: {
    merchant_id: string
    tenant_id: string
    company_name: string
    issuer: string
    client_id: string
    secret_sealed: Buffer
    scopes: string[]
    enabled: boolean
    required: boolean
    break_glass_user: string | null
    provision: boolean
    provision_roles: Role[]
    revision: Generated<number>
    created_at: Date
    updated_at: Date
  }
  sso_identities: {
    merchant_id: string
    issuer: string
    subject: string
    sub_user_id: string
    created_at: Date
    last_used_at: Date
  }
  sso_proofs: {
    merchant_id: string
    proof_id: string
    browser_hash: Buffer
    facts_sealed: Buffer
    return_to: string
    link_hash: Buffer
    mail_hash: Buffer | null
    mail_user: string | null
    mailed_at: Date | null
    expires_at: Date
  }
  sso_tenants: {
    tenant_id: string
    merchant_id: string
  }
  stock_movements: {
    merchant_id: string
    environment: Environment
    page_ref: string
    movement_id: string
    movement: 'stocked' | 'reserved' | 'released' | 'sold' | 'returned'
    order_ref: string
    units: bigint
    actor_name: string
    at: Date
  }
  sub_user_changes: {
    merchant_id: string
    sub_user_id: string
    change_id: string
    at: Date
    actor_name: string
    event: UserEvent
    changes: JSONColumnType<Changes>
  }
  sub_users: {
    merchant_id: string
    sub_user_id: string
    name: string
    email: string
    phone: Generated<string>
    roles: Role[]
    is_active: Generated<boolean>
    is_email_verified: Generated<boolean>
    password_phc: string
    created_at: Date
    is_2fa_enabled: Generated<boolean>
    invited_at: Date | null
    revision: Generated<number>
    language: Generated<Language | ''>
  }
  subscription_changes: {
    merchant_id: string
    environment: Environment
    order_ref: string
    change_id: string
    state: 'paying' | 'scheduled' | 'done' | 'failed' | 'cancelled'
    at_next_period: boolean
    old_price_ref: string
    old_price_name: string
    old_unit_minor: bigint
    old_quantity: number
    price_ref: string
    price_name: string
    unit_minor: bigint
    quantity: number
    frequency: number
    period: 'H' | 'D' | 'W' | 'M' | 'Q' | 'Y'
    new_period: boolean
    lines: JSONColumnType<KeptChargeLine[]>
    to_pay_minor: bigint
    to_credit_minor: bigint
    of_period: number
    at: Date
    charge_ref: Generated<string>
    created_at: Date
    created_by: string
    done_at: Date | null
  }
  subscription_charges: {
    merchant_id: string
    environment: Environment
    charge_ref: string
    order_ref: string
    merchant_order_ref: string
    kind: 'period' | 'initial' | 'deduction' | 'change'
    period: number | null
    state: 'due' | 'trying' | 'unpaid' | 'carried' | 'paid' | 'written_off' | 'forgiven' | 'cancelled'
    currency: Currency
    amount_minor: bigint
    credit_minor: bigint
    to_pay_minor: bigint
    lines: JSONColumnType<KeptChargeLine[]>
    description: string
    due_at: Date
    period_start: Date | null
    period_end: Date | null
    missed: Generated<boolean>
    tries: Generated<number>
    first_tried_at: Date | null
    next_try_at: Date | null
    reason: Generated<DeclineReason | ''>
    payment_ref: Generated<string>
    claimed_at: Date | null
    carried_by: Generated<string>
    change_id: string | null
    paid_at: Date | null
    closed_at: Date | null
    created_at: Date
    updated_at: Date
  }
  subscription_credits: {
    merchant_id: string
    environment: Environment
    order_ref: string
    credit_id: string
    amount_minor: bigint
    left_minor: bigint
    change_id: string | null
    created_at: Date
  }
  subscription_days: {
    merchant_id: string
    environment: Environment
    currency: Currency
    day: string
    began: bigint
    lost: bigint
    recovered: bigint
    recovered_minor: string
  }
  subscription_deltas: {
    merchant_id: string
    environment: Environment
    delta_id: Generated<bigint>
    price_ref: string
    currency: Currency
    period: string
    frequency: number
    day: string
    subscriptions: Generated<bigint>
    active: Generated<bigint>
    past_due: Generated<bigint>
    past_due_minor: Generated<bigint>
    recurring_minor: Generated<bigint>
    collected_minor: Generated<bigint>
    began: Generated<bigint>
    lost: Generated<bigint>
    recovered: Generated<bigint>
    recovered_minor: Generated<bigint>
  }
  subscription_keys: {
    merchant_id: string
    environment: Environment
    order_ref: string
    token_hash: Buffer
    kind: 'link' | 'session'
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  subscription_messages: {
    merchant_id: string
    environment: Environment
    order_ref: string
    kind: string
    once: string
    at: Date
    state: 'planned' | 'sent' | 'skipped'
    reason: Generated<string>
    message_id: string | null
    facts: JSONColumnType<Record<string, string>>
    sent_at: Date | null
  }
  subscription_settings: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    revision: number
    retry_days: number[]
    last_act: 'cancel' | 'keep'
    updated_at: Date
  }
  subscription_sums: {
    merchant_id: string
    environment: Environment
    price_ref: string
    currency: Currency
    period: string
    frequency: number
    subscriptions: bigint
    active: bigint
    past_due: bigint
    past_due_minor: string
    recurring_minor: string
    collected_minor: string
  }
  subscriptions: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    order_ref: string
    merchant_order_ref: string
    price_ref: string
    price_name: string
    subscription_type: 'REGULAR' | 'ONDEMAND'
    status: 'created' | 'active' | 'past_due' | 'completed' | 'expired' | 'cancelled'
    currency: Currency
    country: string
    customer_name: string
    customer_name_lower: string
    email: string
    email_lower: string
    phone: string
    language: Language
    time_zone: string
    customer_time_zone: string
    description: string
    unit_minor: bigint
    quantity: number
    frequency: number | null
    period: 'H' | 'D' | 'W' | 'M' | 'Q' | 'Y' | null
    recurrance_count: number | null
    trial_frequency: number | null
    trial_period: 'H' | 'D' | 'W' | 'M' | 'Q' | 'Y' | null
    started_at: Date | null
    allow_accumulate: boolean
    additional_costs: JSONColumnType<KeptCost[]>
    additional_cost_minor: bigint
    initial_minor: bigint
    max_minor: bigint | null
    total_minor: bigint | null
    anchor: Date | null
    anchor_period: Generated<number>
    next_period: Generated<number>
    made_periods: Generated<number>
    costs_charged: Generated<boolean>
    next_due_at: Date | null
    next_try_at: Date | null
    next_act_at: Date | null
    planned: Generated<boolean>
    next_amount_minor: bigint | null
    scheduled_minor: bigint | null
    credit_minor: Generated<bigint>
    catch_up_at: Date | null
    give_up_at: Date | null
    in_trial: Generated<boolean>
    paused_at: Date | null
    paused_until: Date | null
    cancels_at_period_end: Generated<boolean>
    period_end: Date | null
    past_due_since: Date | null
    past_due_minor: Generated<bigint>
    collected_count: Generated<number>
    collected_minor: Generated<bigint>
    counted_periods: Generated<number>
    mandate_ref: Generated<string>
    clock_ref: string
    expires_at: Date
    notify_by_email: boolean
    notify_by_phone: boolean
    success_url: string
    failure_url: string
    pending_url: string
    notes: JSONColumnType<KeptNote[]>
    source: string
    ip_address: string
    created_at: Date
    created_by: string
    created_by_id: string | null
    updated_at: Date
    activated_at: Date | null
    ended_at: Date | null
    end_reason: Generated<string>
    recovered_at: Date | null
  }
  support_files: {
    merchant_id: string
    environment: Environment
    file_id: string
    sub_user_id: string
    ticket_ref: string | null
    message_id: string | null
    name: string
    type: 'image/png' | 'application/pdf'
    size_bytes: number
    content: Buffer
    created_at: Date
  }
  support_messages: {
    merchant_id: string
    environment: Environment
    ticket_ref: string
    message_id: string
    from_operator: boolean
    author: string
    body: string
    created_at: Date
  }
  support_tickets: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    ticket_ref: string
    subject: string
    category: 'payments' | 'refunds' | 'webhooks' | 'account' | 'console' | 'other'
    status: 'open' | 'waiting' | 'closed'
    request_id: string
    route: string
    failed_at: Date | null
    messages: number
    created_by: string
    created_by_id: string
    created_at: Date
    updated_at: Date
  }
  test_clock_events: {
    merchant_id: string
    environment: Environment
    clock_ref: string
    n: number
    at: Date
    order_ref: string
    event: TestClockEventKind
    amount_minor: bigint | null
    currency: Currency | null
    facts: JSONColumnType<Record<string, string>>
  }
  test_clocks: {
    merchant_id: string
    environment: 'sandbox'
    clock_ref: string
    name: string
    state: 'ready' | 'advancing' | 'failed' | 'deleted'
    time: Date
    advancing_to: Date | null
    events_done: Generated<number>
    failure: Generated<TestClockFailure | ''>
    created_at: Date
    created_by: string
    updated_at: Date
    acting_on: Generated<string>
    acting_after: string | null
  }
  third_party_errors: {
    merchant_id: string
    environment: Environment
    error_ref: string
    upload_id: string
    row_no: bigint
    column: string
    value: string
    reason: string
    params: JSONColumnType<Record<string, string | number>>
  }
  third_party_parts: {
    merchant_id: string
    environment: Environment
    upload_id: string
    place: number
    bytes: Buffer
  }
  third_party_sources: {
    merchant_id: string
    environment: Environment
    source: string
    mapping: JSONColumnType<KeptMapping>
    updated_at: Date
  }
  third_party_transactions: {
    merchant_id: string
    environment: Environment
    transaction_key: string
    upload_id: string
    row_no: number
    source: string
    occurred_at: Date
    status: 'Success' | 'Failed' | 'Pending' | 'Refunded'
    currency: Currency
    amount_minor: bigint
    fee_minor: bigint | null
    merchant_order_ref: string
    channel_order_ref: string
    method: string
    channel: string
    payer: string
    email: string
    description: string
  }
  third_party_uploads: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    upload_id: string
    source: string
    file_name: string
    state: 'reading' | 'checked' | 'loaded' | 'refused' | 'taken_back'
    dry_run: boolean
    rows: Generated<number>
    valid: Generated<number>
    duplicates: Generated<number>
    errors: Generated<number>
    reason: Generated<string>
    reason_params: JSONColumnType<Record<string, string | number>, string | undefined>
    head: JSONColumnType<string[], string | undefined>
    preview: JSONColumnType<string[][], string | undefined>
    mapping: JSONColumnType<KeptMapping>
    unknown_statuses: JSONColumnType<string[], string | undefined>
    created_at: Date
    created_by: string
    finished_at: Date | null
    taken_back_at: Date | null
    taken_back_by: Generated<string>
    reconciled_at: Date | null
    updated_at: Date
  }
  timeline: {
    merchant_id: string
    environment: Environment
    object_type: string
    object_ref: string
    entry_id: string
    at: Date
    event: string
    actor_name: string
    facts: JSONColumnType<Record<string, string>, string | undefined>
  }
  totp_factors: {
    merchant_id: string
    sub_user_id: string
    seed_sealed: Buffer | null
    enabled_at: Date | null
    pending_sealed: Buffer | null
    pending_at: Date | null
    last_step: Generated<bigint>
    tries: Generated<number>
    locks: Generated<number>
    locked_until: Date | null
  }
  virtual_accounts: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    account_no: string
    channel_key: string
    account_name: string
    bank_code: string
    bank_name: string
    currency: Currency
    customer_name: Generated<string>
    map_id: Generated<string>
    condition: 'NO_CONDITION' | 'EXACT' | 'MINIMUM' | 'MAXIMUM'
    conditional_minor: bigint | null
    available_minor: Generated<bigint>
    reserved_minor: Generated<bigint>
    low_minor: bigint | null
    last_movement: Generated<bigint>
    provider_ref: Generated<string>
    created_by: string
    start_date: Date
    end_date: Date | null
    updated_at: Date
    mirrors: Generated<boolean>
    bank_minor: bigint | null
    bank_asked_at: Date | null
    bank_movement: bigint | null
  }
  webhook_attempts: {
    merchant_id: string
    environment: Environment
    delivery_id: string
    attempt_id: string
    at: Date
    status: number
    fault: string
    duration_ms: number
    response: string
    url: Generated<string>
    request_headers: JSONColumnType<Record<string, string>, string | undefined>
    response_headers: JSONColumnType<Record<string, string>, string | undefined>
    name_ms: number | null
    connect_ms: number | null
    tls_ms: number | null
    first_byte_ms: number | null
  }
  webhook_deliveries: {
    merchant_id: string
    environment: Environment
    delivery_id: string
    seq: Generated<bigint>
    event_id: string
    webhook_id: string
    object_ref: string
    state: Generated<'pending' | 'delivered' | 'failed' | 'disabled'>
    attempts: Generated<number>
    fence: Generated<number>
    claimed_until: Date | null
    first_attempt_at: Date | null
    next_attempt_at: Date | null
    waits_for: 'order' | 'place' | null
    resent_at: Date | null
    created_at: Date
    type: Generated<string>
    webhook_name: Generated<string>
    url: Generated<string>
    last_status: number | null
    test: Generated<boolean>
    replay_id: string | null
  }
  webhook_events: {
    merchant_id: string
    environment: Environment
    event_id: string
    type: WebhookType
    object_ref: string
    body: string
    created_at: Date
  }
  webhook_headers: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    webhook_id: string
    name: string
    name_lower: string
    value_sealed: Buffer
    created_at: Date
  }
  webhook_replay_items: {
    merchant_id: string
    environment: Environment
    replay_id: string
    place: number
    delivery_id: string
    was: string
  }
  webhook_replays: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    replay_id: string
    webhook_id: string
    state: Generated<'running' | 'done' | 'stopped'>
    stopped_why: Generated<'' | 'user' | 'off' | 'failing'>
    total: number
    sent_to: Generated<number>
    created_at: Date
    created_by: string
    updated_at: Date
    ended_at: Date | null
  }
  webhook_secrets: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    secret_id: string
    secret_sealed: Buffer
    created_at: Date
    expires_at: Date | null
  }
  webhooks: {
    merchant_id: string
    environment: 'sandbox' | 'live'
    webhook_id: string
    name: string
    name_lower: string
    url: string
    type: 'payment' | 'payout' | 'virtual_account' | 'refund' | 'onboarding' | 'payment_link' | 'subscription' | 'invoice' | 'remittance'
    enabled: Generated<boolean>
    created_at: Date
    deleted_at: Date | null
    silent_since: Date | null
    failing_since: Date | null
    failing_told_at: Date | null
  }
}
