import { useGo } from '#console/kit/routing/screen-link.tsx'

/** Where the editor begins: at a page that is there, or at a new one of a type. */
export type EditorStart = { page: string } | { type: string }

/** Opens the editor. */
export function useToEditor(): (start: EditorStart) => Promise<void> {
  const go = useGo()
  return async (search) => {
    await go({ to: 'paymentPageEditor', search })
  }
}
