import { choice, exactly, list, timeRange } from './kit/list.ts'
import { limits } from './limits.ts'
import { accountTypes } from './payout-shapes.ts'
import { nameChecks } from './payout-states.ts'
import { screeningStates } from './screening.ts'

const yesOrNo = ['true', 'false'] as const

export const beneficiaryList = list({
  pageSize: limits.pageSizeMost,
  columns: {
    name: { kind: 'text', shown: true },
    country: { kind: 'text', shown: true },
    account_no: { kind: 'reference', shown: true },
    bank_name: { kind: 'text' },
    name_check: { kind: 'text', shown: true, words: 'states.nameCheck' },
    screening: { kind: 'text', shown: true, words: 'states.screening' },
    waits_until: { kind: 'time', shown: true },
    last_paid_at: { kind: 'time', shown: true },
    paid: { kind: 'text', shown: true },
    email: { kind: 'text' },
    accounts: { kind: 'number' },
    is_active: { kind: 'text' },
    is_one_off: { kind: 'text' },
    created_by: { kind: 'text' },
    created_at: { kind: 'time' },
    beneficiary_uuid: { kind: 'reference' },
  },
  filters: {
    name_check: choice(nameChecks),
    screening: choice(screeningStates),
    country: exactly(2),
    is_active: choice(yesOrNo),
    is_one_off: choice(yesOrNo),
    created_at: timeRange(),
  },
  phone: { head: ['name'], value: 'account_no', line: ['country', 'name_check', 'screening'] },
  sorts: ['created_at'],
})

export const beneficiaryAccountList = list({
  pageSize: limits.pageSizeMost,
  columns: {
    account_name: { kind: 'text', shown: true },
    account_no: { kind: 'reference', shown: true },
    account_type: { kind: 'text', shown: true, words: 'accountTypes' },
    bank_name: { kind: 'text', shown: true },
    country: { kind: 'text', shown: true },
    beneficiary_name: { kind: 'text', shown: true },
    name_check: { kind: 'text', shown: true, words: 'states.nameCheck' },
    waits_until: { kind: 'time', shown: true },
    is_default: { kind: 'text' },
    is_active: { kind: 'text' },
    bank_code: { kind: 'text' },
    changed_by: { kind: 'text' },
    changed_at: { kind: 'time' },
    created_at: { kind: 'time' },
  },
  filters: {
    name_check: choice(nameChecks),
    account_type: choice(accountTypes),
    country: exactly(2),
    is_active: choice(yesOrNo),
    created_at: timeRange(),
  },
  phone: { head: ['account_name'], value: 'account_no', line: ['bank_name', 'country', 'name_check'] },
  sorts: ['created_at'],
})
