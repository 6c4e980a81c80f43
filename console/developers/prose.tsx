import type { ReactNode } from 'react'

/** A text of the OpenAPI document: what is between backticks is code, from left to right in every language. */
export function Prose({ children }: { children: string }): ReactNode {
  return children.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} dir="ltr">
        {part}
      </code>
    ),
  )
}
