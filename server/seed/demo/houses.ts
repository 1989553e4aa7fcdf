import type { SeededRandom } from "./seeded-random.ts";

export const floors = ["Open plot", "Ground", "Ground + 1", "Ground + 2"] as const;
export const types = ["Residential", "Commercial"] as const;
export const categories = ["A", "B", "C", "R"] as const;

/** The properties that decide a house's rate. */
export type RateGroup = Pick<House, "category" | "type" | "floor">;

export interface House extends Owner {
  HouseNo: string;
  category: (typeof categories)[number];
  type: (typeof types)[number];
  floor: (typeof floors)[number];
  IsPlotOnly: boolean;
}

export const demoResidentHouseNumbers: readonly string[] = ["A-14", "C-57"];

const houseCounts = { A: 130, B: 224, C: 222, R: 64 } as const;
const residentOwner: Owner = {
  OwnerName: "Kashif Baig",
  LandlineNo: "042-35761204",
  MobileNo: "0335-8122250",
  EmailID: "kashif.baig@example.org",
};

/** 640 houses and open plots in four categories. */
export function makeHouses(random: SeededRandom): House[] {
  return categories.flatMap((category) =>
    Array.from({ length: houseCounts[category] }, (_, index) => makeHouse(random, { category, number: index + 1 })),
  );
}

function makeHouse(random: SeededRandom, { category, number }: { category: House["category"]; number: number }): House {
  const HouseNo = `${category}-${number}`;
  const type = category !== "R" && random.chance(0.07) ? "Commercial" : "Residential";
  const floor = type === "Commercial" ? random.pick(["Ground", "Ground + 1"] as const) : pickFloor(random.next());
  const owner = makeOwner(random);
  const isResidentHouse = demoResidentHouseNumbers.includes(HouseNo);
  return {
    HouseNo,
    category,
    type,
    floor: isResidentHouse ? "Ground" : floor,
    IsPlotOnly: !isResidentHouse && floor === "Open plot",
    ...(isResidentHouse ? residentOwner : owner),
  };
}

function pickFloor(drawn: number): House["floor"] {
  if (drawn < 0.1) return "Open plot";
  if (drawn < 0.55) return "Ground";
  return drawn < 0.86 ? "Ground + 1" : "Ground + 2";
}

interface Owner {
  OwnerName: string;
  LandlineNo: string;
  MobileNo: string;
  EmailID: string;
}

/** A random owner. One in four has no email address. */
function makeOwner(random: SeededRandom): Owner {
  const name = makeName(random);
  const sevenDigits = () => String(random.between(0, 9_999_999)).padStart(7, "0");
  return {
    OwnerName: name.displayName,
    LandlineNo: random.chance(0.35) ? `042-3${sevenDigits()}` : "",
    MobileNo: `03${random.between(0, 4)}${random.between(0, 9)}-${sevenDigits()}`,
    EmailID: random.chance(0.74) ? `${name.emailLocalPart}${random.between(1, 99)}@example.org` : "",
  };
}

const maleNames = [
  "Kamran",
  "Imran",
  "Waqas",
  "Usman",
  "Bilal",
  "Faisal",
  "Zubair",
  "Tahir",
  "Adeel",
  "Asif",
  "Nadeem",
  "Khalid",
  "Rashid",
  "Salman",
  "Hamza",
  "Naveed",
  "Shahid",
  "Amjad",
  "Farhan",
  "Junaid",
  "Arshad",
  "Saleem",
  "Yasir",
  "Ghulam Rasool",
  "Muhammad Aslam",
  "Muhammad Ali",
  "Hafiz Usman",
  "Abdul Rehman",
  "Abdul Qadeer",
  "Syed Hassan",
] as const;
const femaleNames = [
  "Ayesha",
  "Sana",
  "Nasreen",
  "Shabana",
  "Rukhsana",
  "Farzana",
  "Saima",
  "Bushra",
  "Yasmeen",
  "Rabia",
  "Shazia",
  "Amna",
  "Mehwish",
  "Zainab",
  "Hina",
  "Uzma",
  "Samina",
  "Tahira",
  "Fatima",
  "Khadija",
] as const;
const familyNames = [
  "Sheikh",
  "Butt",
  "Malik",
  "Chaudhry",
  "Qureshi",
  "Naqvi",
  "Abbasi",
  "Akhtar",
  "Mahmood",
  "Ghani",
  "Anwar",
  "Iqbal",
  "Dar",
  "Hashmi",
  "Siddiqui",
  "Bhatti",
  "Ansari",
  "Lodhi",
  "Javed",
  "Mirza",
  "Khan",
  "Awan",
  "Rana",
  "Gill",
  "Cheema",
] as const;
const titles = ["Dr.", "Col. (R)", "Prof.", "Ch.", "Haji", "Engr."] as const;
const urduNames = [
  { displayName: "احمد رضا", emailLocalPart: "ahmed.raza" },
  { displayName: "عائشہ خان", emailLocalPart: "ayesha.khan" },
  { displayName: "محمد عمران بٹ", emailLocalPart: "imran.butt" },
  { displayName: "فاطمہ بی بی", emailLocalPart: "fatima.bibi" },
  { displayName: "چوہدری نذیر احمد", emailLocalPart: "nazir.ahmed" },
  { displayName: "ڈاکٹر صائمہ ملک", emailLocalPart: "saima.malik" },
] as const;

interface Name {
  displayName: string;
  /** The part of the email address before the @. */
  emailLocalPart: string;
}

function makeName(random: SeededRandom): Name {
  if (random.chance(0.04)) return random.pick(urduNames);
  const isMan = random.chance(0.68);
  const first = random.pick(isMan ? maleNames : femaleNames);
  const family = random.pick(familyNames);
  const title = isMan && random.chance(0.08) ? `${random.pick(titles)} ` : "";
  return {
    displayName: `${title}${first} ${family}`,
    emailLocalPart: `${first}.${family}`.toLowerCase().replaceAll(" ", "."),
  };
}
