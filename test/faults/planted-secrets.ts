import type { Patch } from './patched-source.ts'

/** A secret that was good once stays good for those who remember it. */
export const endedSecretTaken: readonly Patch[] = [
  {
    file: 'server/kit/auth/signing-merchant.ts',
    from: 'if (row.previous_sealed === null) return good',
    to: `const sealed = row.previous_sealed ?? remembered.get(row.merchant_id)
  if (!sealed) return good
  remembered.set(row.merchant_id, sealed)`,
  },
  {
    file: 'server/kit/auth/signing-merchant.ts',
    from: 'open(keys, row.previous_sealed, previousSecretPlace(row.merchant_id))',
    to: 'open(keys, sealed, previousSecretPlace(row.merchant_id))',
  },
  {
    file: 'server/kit/auth/signing-merchant.ts',
    from: '/** A secret that is good,',
    to: `const remembered = new Map()
/** A secret that is good,`,
  },
]
