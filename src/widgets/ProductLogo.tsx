/** A slide with stacked sections, in the accent colour. */
export function ProductLogo({ size }: { readonly size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="var(--mantine-color-anchor)"
      strokeWidth="2"
      strokeLinejoin="round"
      aria-hidden
      focusable="false"
    >
      <rect x="2" y="2" width="20" height="20" rx="4" />
      <path d="M2 9h20M2 15h20" opacity=".6" />
      <path d="M12 2v20" />
    </svg>
  );
}
