import type { SeededRandom } from "./seeded-random.ts";

export interface Owner {
  OwnerName: string;
  LandlineNo: string;
  MobileNo: string;
  EmailID: string;
}

/** Somebody who might own a house in Lahore; every fourth has left no e-mail address. */
export function makeOwner(random: SeededRandom): Owner {
  const name = makeName(random);
  const number = () => String(random.between(0, 9_999_999)).padStart(7, "0");
  return {
    OwnerName: name.displayName,
    LandlineNo: random.chance(0.35) ? `042-3${number()}` : "",
    MobileNo: `03${random.between(0, 4)}${random.between(0, 9)}-${number()}`,
    EmailID: random.chance(0.74) ? `${name.emailName}${random.between(1, 99)}@example.org` : "",
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
  { displayName: "احمد رضا", emailName: "ahmed.raza" },
  { displayName: "عائشہ خان", emailName: "ayesha.khan" },
  { displayName: "محمد عمران بٹ", emailName: "imran.butt" },
  { displayName: "فاطمہ بی بی", emailName: "fatima.bibi" },
  { displayName: "چوہدری نذیر احمد", emailName: "nazir.ahmed" },
  { displayName: "ڈاکٹر صائمہ ملک", emailName: "saima.malik" },
] as const;

interface Name {
  displayName: string;
  /** For an e-mail address. */
  emailName: string;
}

function makeName(random: SeededRandom): Name {
  if (random.chance(0.04)) return random.pick(urduNames);
  const isMan = random.chance(0.68);
  const first = random.pick(isMan ? maleNames : femaleNames);
  const family = random.pick(familyNames);
  const title = isMan && random.chance(0.08) ? `${random.pick(titles)} ` : "";
  return {
    displayName: `${title}${first} ${family}`,
    emailName: `${first}.${family}`.toLowerCase().replaceAll(" ", "."),
  };
}
