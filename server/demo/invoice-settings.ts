import type { Ctx } from '#server/kit/ctx.ts'
import { saveSettings } from '#server/invoice-settings/save.ts'
import { createTemplate } from '#server/invoice-templates/save.ts'
import { audited } from './audited.ts'

/** The template of each country that has one. */
export type TemplateRefs = Readonly<Record<string, string>>

type Template = Parameters<typeof createTemplate>[1] & { of: string }

const templates: readonly Omit<Template, 'environment'>[] = [
  {
    of: 'SG', name: 'Groups and schools', currency: 'SGD',
    description: 'Guided walks and what goes with them',
    line_items: [
      { detail: 'Guided hike for a group, MacRitchie', quantity: 12, unit: 'person', rate: 45, tax_category: 'S', tax_percent: 9 },
      { detail: 'Tents for four, hire', quantity: 3, unit: 'DAY', rate: 28.75, tax_category: 'S', tax_percent: 9 },
    ],
    additional_costs: [{ title: 'Members’ discount', type: 'DISCOUNT', amount: 7.5, charge_nature: 'PERCENT' }],
    customer_note: { title: 'On the day', value: 'We meet at the park gate. Water is there; hats are yours to bring.' },
    reminders: [{ time: 3, unit: 'days_before_due_date' }, { time: 2, unit: 'days_after_due_date' }, { time: 9, unit: 'days_after_due_date' }],
    allow_partial: true, due_days: 14, show_qr_code: true, notify_by_email: true,
    look: { design: 'modern', color: '#1E5C5C' },
  },
  {
    of: 'DE', name: 'Export to Europe', currency: 'EUR',
    description: 'Lieferung ab Lager',
    line_items: [{ detail: 'Regenhüllen für Rucksäcke, größenverstellbar', quantity: 40, rate: 21.9, tax_category: 'G', tax_reason: 'Export of goods' }],
    additional_costs: [{ title: 'Versand', type: 'CHARGE', amount: 24.9 }],
    additional_invoice_notes: [{ title: 'Lieferung', description: 'DAP, Incoterms 2020. Bitte Kartons bei Annahme prüfen.' }],
    reminders: [{ time: 7, unit: 'days_after_due_date' }],
    due_days: 30, notify_by_email: true,
    look: { design: 'classic', color: '#284268' },
  },
  {
    of: 'AE', name: 'رحلات الخليج', currency: 'AED',
    description: 'رحلات ومعدات',
    line_items: [{ detail: 'رحلة مشي بصحبة مرشد (Jebel Jais)', quantity: 8, unit: 'شخص', rate: 210, tax_category: 'S', tax_percent: 5 }],
    customer_note: { title: 'ملاحظة', value: 'يُرجى إحضار قبعة وحذاء مناسب.' },
    reminders: [{ time: 24, unit: 'hours_before_due_date' }, { time: 3, unit: 'days_after_due_date' }],
    due_days: 14, notify_by_email: true,
    look: { design: 'compact', color: '#8C3A2C' },
  },
] // prettier-ignore

/** Sets who sends the invoices of a demo merchant and how, and makes its templates. */
export async function seedInvoiceSettings(ctx: Ctx): Promise<TemplateRefs> {
  await audited(ctx, 'invoice-settings.update', (then) =>
    saveSettings(then, {
      revision: 0,
      legal_name: 'Acme Outfitters Pte. Ltd.',
      line_1: '18 Sin Ming Lane',
      line_2: '#05-12 Midview City',
      city: 'Singapore',
      zip_code: '573960',
      country_code: 'SG',
      tax_number: 'SG200912345K',
      company_number: '200912345K',
      endpoint_scheme: '0195',
      endpoint_id: 'SGUEN200912345K',
      email: 'billing@acme.example',
      phone: '+65 6100 1234',
      bank_name: 'Merlion Bank',
      account_name: 'Acme Outfitters Pte. Ltd.',
      account_number: '003-912345-6',
      bank_code: 'MERLSGSGXXX',
      terms: 'Payable without deduction by the due date.',
      credit_refunds: true,
      due_days: 14,
      reminders: [
        { time: 3, unit: 'days_before_due_date' },
        { time: 5, unit: 'days_after_due_date' },
      ],
      look: { design: 'classic', color: '#1E5C5C' },
    }),
  )
  const refs: Record<string, string> = {}
  for (const { of, ...template } of templates)
    refs[of] = await audited(ctx, 'invoice-template.create', (then) =>
      createTemplate(then, { ...template, environment: ctx.owner.environment }),
    )
  return refs
}
