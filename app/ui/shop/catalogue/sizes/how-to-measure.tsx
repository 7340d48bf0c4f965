/** How customers measure their body, or their feet. */
export const HowToMeasure = ({ ofFeet }: { ofFeet: boolean }) =>
  ofFeet ? (
    <p>
      Stand on paper with your heel against the wall, mark the longest toe, and measure from the
      wall to the mark. Do it in the evening, and go by the longer foot.
    </p>
  ) : (
    <>
      <ul>
        <li>
          <strong>Bust:</strong> around the fullest part, arms hanging down.
        </li>
        <li>
          <strong>Chest:</strong> around the broadest part, under the arms and over the shoulder
          blades.
        </li>
        <li>
          <strong>Waist:</strong> around the narrowest part, where you bend to the side.
        </li>
        <li>
          <strong>Hips:</strong> around the widest part, feet together.
        </li>
        <li>
          <strong>Height:</strong> without shoes, back to the wall, from the floor to the top of the
          head.
        </li>
      </ul>
      <p>Between two sizes? Take the larger one: our tailor can take it in, but not let it out.</p>
    </>
  )
