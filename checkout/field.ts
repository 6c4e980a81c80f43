import { type Markup, markup } from './markup.ts'

/** An input with its label and, below, a place for what is wrong with it. It has no name, so that no browser sends it. */
export function field({ id, label, input, hint, optional, inside, after }: FieldParts): Markup {
  const described = hint ? `${id}-hint ${id}-error` : `${id}-error`
  return markup`<div class="field">
<label for="${id}">${label}${optional && markup` <span class="optional">(${optional})</span>`}</label>
<div class="control"><input id="${id}" ${input} aria-describedby="${described}">${inside}</div>${after}
${hint && markup`<p class="hint unseen" id="${id}-hint">${hint}</p>`}
<p class="error" id="${id}-error"></p>
</div>`
}
interface FieldParts {
  id: string
  label: string
  /** The attributes of the input. */
  input: Markup
  hint?: string
  optional?: string
  /** What stands over the end of the input. */
  inside?: Markup
  after?: Markup
}
