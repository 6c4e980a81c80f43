import { createContext, use, type ReactNode } from 'react'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'

/** The names of the calls that texts link to. */
export const CallNames = createContext<ReadonlySet<string>>(new Set())

/**
 * A text of the OpenAPI document. What is between backticks is code, from left to right in every language, and the name of
 * a call leads to it.
 */
export function Prose({ children }: { children: string }): ReactNode {
  const calls = use(CallNames)
  return children.split('`').map((part, index) => {
    if (index % 2 === 0) return part
    const code = (
      <code key={index} dir="ltr">
        {part}
      </code>
    )
    if (!calls.has(part)) return code
    return (
      <ScreenLink key={index} to="apiReference" search={{ call: part }}>
        {code}
      </ScreenLink>
    )
  })
}
