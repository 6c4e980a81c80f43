import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BudgetWatch } from './budget-watch.ts'
import { exceptions, exceptionsSince } from './budgets.ts'

const root = join(import.meta.dirname, '..')

describe('the budgets', () => {
  it('report what exceeds them: a file, a file with a longer budget, and the whole run', () => {
    const watch = new BudgetWatch(3)
    watch.add('server/quick.test.ts', 2)
    expect(watch.exceeded()).toEqual({ told: [], failed: false })
    // However slow this machine is now.
    watch.add('server/slow.test.ts', 100_000)
    watch.add('test/audit.test.ts', 100_000)
    expect(watch.exceeded().failed).toBe(true)
    expect(watch.exceeded().told.join()).toMatch(
      /^server\/slow\.test\.ts took 100000.*test\/audit\.test\.ts took 100000/,
    )
    expect(watch.exceeded(0).told.at(-1)).toMatch(/^the run took/)
  })

  it('have exceptions that were there from the beginning, and no more', () => {
    expect(exceptionsSince).toBe('2026-11-22')
    expect(Object.keys(exceptions).length).toBeLessThanOrEqual(45)
    for (const file of Object.keys(exceptions)) expect(existsSync(join(root, file)), file).toBe(true)
  })

  it('are for one browser spec a domain, beside those that go through several', () => {
    const domains = readdirSync(join(root, 'console'))
    const throughSeveral = [
      'accounts',
      'analytics',
      'axe-in-each-language',
      'card-entry',
      'channel-health',
      'chosen-language',
      'confirmation',
      'connection',
      'every-screen',
      'fits-beside-screens',
      'fits-in-each-language',
      'get-started',
      'import-channels',
      'import-invoices',
      'in-four-languages',
      'integration',
      'invoice-documents',
      'invoice-page',
      'invoice-plan',
      'invoice-refund',
      'invoice-void',
      'invoices-money',
      'invoices-several',
      'keyboard',
      'layout',
      'lists',
      'lists-on-phones',
      'lists-on-wide-screens',
      'live',
      'main-job',
      'onboarding-in-arabic',
      'payment-page-attacks',
      'payment-page-buyers',
      'payment-page-editor',
      'payment-page-shopping',
      'payment-pages-console',
      'payout-channels',
      'payouts-bulk',
      'print',
      'recon-analytics',
      'recon-approvals',
      'recon-calendar',
      'recon-configuration',
      'recon-dashboard',
      'recon-exceptions',
      'recon-fees',
      'recon-files',
      'recon-intake',
      'recon-reports',
      'recon-rules',
      'recon-runs',
      'recon-settlements',
      'remittance-accounts',
      'remittance-methods',
      'rule-tools',
      'settings',
      'stripe-card',
      'subscription-acts',
      'subscription-figures',
      'subscription-form',
      'subscription-manage',
      'subscription-page',
      'subscription-walk',
      'test-clocks',
      'two-step',
      'ways-to-pay',
    ]
    const specs = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.spec.ts'))
    const names = specs.map((name) => name.replace('.spec.ts', ''))
    expect(names.filter((name) => !domains.includes(name) && !throughSeveral.includes(name))).toEqual([])
  })
})
