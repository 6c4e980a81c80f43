import { z } from 'zod'
import { fieldUses, pageFieldTypes } from './page-answers.ts'
import { optionalText, text } from './kit/wire.ts'

/** Bounds of the fields of a payment page. */
export const pageFieldLimits = { fields: 15, options: 50, title: 80, tooltip: 200, option: 200 } as const

/** Stands in answers, sheets and addresses (`field.<id>`). The server makes it for a field that has none. */
export const pageFieldId = text(32)
  .regex(/^[a-z][a-z0-9-]*$/, { error: 'not_a_field_id' })
  .meta({ examples: ['size'] })

/** The choices of a dropdown, no two the same. */
const options = z
  .array(text(pageFieldLimits.option))
  .min(1, { error: 'required' })
  .max(pageFieldLimits.options, { error: 'too_long' })
  .refine((all) => new Set(all).size === all.length, { error: 'twice' })

/** One question of a page's own. Its answers are checked by `page-answers.ts`. */
export const customField = z
  .strictObject({
    id: pageFieldId.optional(),
    type: z.enum(pageFieldTypes),
    title: text(pageFieldLimits.title),
    tooltip: optionalText(pageFieldLimits.tooltip),
    optional: z.boolean().default(false),
    /** Of a dropdown, and of nothing else. */
    options: options.optional(),
  })
  .superRefine((field, context) => {
    const has = field.options !== undefined
    if (has === (field.type === 'dropdown')) return
    context.addIssue({ code: 'custom', message: has ? 'not_a_choice' : 'required', path: ['options'] })
  })
  .meta({ examples: [{ id: 'size', type: 'dropdown', title: 'Size', optional: false, options: ['S', 'M', 'L'] }] })

/** The questions of a page, in the order in which they are asked. */
export const pageFields = z
  .array(customField)
  .max(pageFieldLimits.fields, { error: 'too_long' })
  .superRefine((fields, context) => {
    const seen = new Set<string>()
    for (const [at, { id }] of fields.entries()) {
      if (id !== undefined && seen.has(id)) context.addIssue({ code: 'custom', message: 'twice', path: [at, 'id'] })
      if (id !== undefined) seen.add(id)
    }
  })

/** Whether name, e-mail address or phone number is asked for. */
export const fieldUse = z.enum(fieldUses)

/** The words of a field in a further language. `options` are in the order of the field's own, which are what is stored. */
export const fieldTexts = z.strictObject({
  title: optionalText(pageFieldLimits.title),
  tooltip: optionalText(pageFieldLimits.tooltip),
  options: z.array(text(pageFieldLimits.option, 0)).max(pageFieldLimits.options, { error: 'too_long' }).optional(),
})
