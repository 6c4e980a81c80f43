import { answerLengths, builtInFields, type PageFieldType } from '#contract/page-answers.ts'
import { type Markup, markup } from '../markup.ts'
import type { Texts } from '../texts.ts'
import { inputId } from './input-id.ts'
import type { Prefill, ShopPage, ShownField } from './view.ts'

/** The questions of a page: the built-in ones first, then its own in their order. */
export function fields(view: ShopPage, { page, shop }: Texts): Markup {
  const words = { name: shop.name, email: page.email, phone: shop.phone }
  const builtIn = builtInFields
    .filter((name) => view.builtIn[name] !== 'off')
    .map((name) =>
      labelled({
        id: name,
        label: words[name],
        optional: view.builtIn[name] === 'optional' && page.optional,
        required: view.builtIn[name] === 'required',
        control: (described) => input({ id: name, type: name, value: view.prefill[name], described }),
      }),
    )
  return markup`${builtIn}${view.fields.map((field) => ownField(field, view.prefill, page.optional, page.planChoose))}`
}

function ownField(field: ShownField, prefill: Prefill, optional: string, choose: string): Markup {
  const { type, title, tooltip } = field
  const id = inputId(`fields.${field.id}`)
  const given = Object.hasOwn(prefill.fields, field.id) ? prefill.fields[field.id] : undefined
  const value = typeof given === 'string' ? given : ''
  const common = { id, label: title, tooltip, optional: field.optional && optional, required: !field.optional }
  if (type === 'checkbox') return tickBox({ ...common, ticked: given === true })
  return labelled({
    ...common,
    control: (described) => {
      if (type === 'paragraph')
        return markup`<textarea id="${id}" rows="4" maxlength="${String(answerLengths.paragraph)}" dir="auto" ${described}>${value}</textarea>`
      if (type !== 'dropdown') return input({ id, type, value, described })
      return markup`<select id="${id}" ${described}><option value="">${choose}</option>${field.choices.map(
        (choice) =>
          markup`<option value="${choice.value}" ${choice.value === value && markup`selected`}>${choice.text}</option>`,
      )}</select>`
    },
  })
}

/** A label, the input, what helps with it and, below, a place for what is wrong with it. */
export function labelled({ id, label, tooltip, optional, required, control }: Labelled): Markup {
  return markup`<div class="field">
<label for="${id}"><bdi>${label}</bdi>${optional && markup` <span class="optional">(${optional})</span>`}</label>
${tooltip && markup`<p class="hint" id="${id}-hint"><bdi>${tooltip}</bdi></p>`}
<div class="control">${control(described(id, { tooltip, required }))}</div>
<p class="error" id="${id}-error"></p>
</div>`
}
interface Labelled {
  id: string
  label: string
  tooltip?: string | undefined
  optional: string | false
  required: boolean
  /** The control, which takes the attributes it is given. */
  control(attributes: Markup): Markup
}

const described = (id: string, { tooltip, required }: Pick<Labelled, 'tooltip' | 'required'>): Markup =>
  markup`aria-describedby="${tooltip ? `${id}-hint ` : ''}${id}-error" ${required && markup`aria-required="true"`}`

function tickBox({ id, label, tooltip, optional, required, ticked }: TickBox): Markup {
  return markup`<div class="field tick">
<label><input type="checkbox" id="${id}" ${ticked && markup`checked`} ${described(id, { tooltip, required })}><span><bdi>${label}</bdi>${optional && markup` <span class="optional">(${optional})</span>`}</span></label>
${tooltip && markup`<p class="hint" id="${id}-hint"><bdi>${tooltip}</bdi></p>`}
<p class="error" id="${id}-error"></p>
</div>`
}
interface TickBox extends Omit<Labelled, 'control'> {
  ticked: boolean
}

type InputType = Exclude<PageFieldType, 'paragraph' | 'dropdown' | 'checkbox'> | 'name'

/** It has no name, so that no browser sends it. */
function input({ id, type, value, described: attributes }: Input): Markup {
  return markup`<input id="${id}" ${kinds[type]} maxlength="${String(answerLengths[type])}" value="${value}" ${attributes}>`
}
interface Input {
  id: string
  type: InputType
  value: string
  described: Markup
}

const kinds: Readonly<Record<InputType, Markup>> = {
  name: markup`type="text" autocomplete="name" dir="auto"`,
  text: markup`type="text" dir="auto"`,
  number: markup`type="text" inputmode="decimal" autocomplete="off" dir="ltr"`,
  email: markup`type="email" inputmode="email" autocomplete="email" spellcheck="false" dir="ltr"`,
  phone: markup`type="tel" inputmode="tel" autocomplete="tel" dir="ltr"`,
  url: markup`type="url" inputmode="url" spellcheck="false" placeholder="https://" dir="ltr"`,
  date: markup`type="date" dir="ltr"`,
}
